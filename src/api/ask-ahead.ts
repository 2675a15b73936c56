/**
 * Asks for what a page will need while the page itself loads. Where that fails, the page asks itself
 * and says what went wrong.
 */
export function askAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
