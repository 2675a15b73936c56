export type Loop = {
  /** Has the next step taken without a pause. */
  wake(): void
  /** Takes no more steps. Resolves when the current one has ended. */
  stop(): Promise<void>
}

/**
 * Takes a step now, and the next one after `everyMs`, or sooner if the step returns how many ms that needs.
 *
 * @param step its signal is aborted by `stop`
 */
export function repeat(
  everyMs: number,
  step: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  let isWoken = false
  let endPause = () => {}
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms).unref()
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const ended = (async () => {
    while (!signal.aborted) {
      isWoken = false
      const ms = await step(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      if (!isWoken) await pause(typeof ms === 'number' ? Math.min(ms, everyMs) : everyMs)
    }
  })()
  const wake = () => {
    isWoken = true
    endPause()
  }
  return {
    wake,
    stop() {
      stopping.abort()
      wake()
      return ended
    },
  }
}
