/** How much longer than usual others may wait, whatever an attacker does. */
export const WAIT_LIMIT_MS = 250

/**
 * By how much the one that waited longest was delayed, in ms.
 *
 * @param usual how long most wait when nothing else goes on, in ms
 */
export function delay(waits: number[], usual: number): number {
  return Math.max(0, Math.max(...waits) - usual)
}
