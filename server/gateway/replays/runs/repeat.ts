/**
 * Takes a step now and every `everyMs`. Skips a round while the one before takes longer.
 *
 * @returns a function that stops it and waits for the current round
 */
export function repeat(
  everyMs: number,
  step: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let round: Promise<void> | null = null
  const next = () => {
    round ??= step()
      .catch(onError)
      .finally(() => {
        round = null
      })
  }
  next()
  const timer = setInterval(next, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
