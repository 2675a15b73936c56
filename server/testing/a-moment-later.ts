/** How another machine behaves: it does the next thing a moment later. No test waits by this. */
export function aMomentLater(act: () => unknown): void {
  setTimeout(act, 20)
}
