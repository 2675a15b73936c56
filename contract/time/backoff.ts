/**
 * How long to wait before the next retry: twice as long each time, up to `maxMs`.
 *
 * @param failures how many retries have failed already
 */
export function backoffMs(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(firstMs * 2 ** failures, maxMs)
}
