/**
 * Prefetches data while the code of a page loads. If that fails, the page requests it again and
 * shows the error.
 */
export function prefetch(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
