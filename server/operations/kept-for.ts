/**
 * Asks at most once in `ms` and gives the last answer meanwhile: whoever asks while an answer is on
 * its way gets the same one. A question that fails is asked again by the next.
 *
 * @param now in ms; only tests have their own
 */
export function keptFor<Value>(
  ms: number,
  ask: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let last: { at: number; answer: Promise<Value> } | null = null
  return () => {
    if (last !== null && now() - last.at < ms) return last.answer
    const answer = ask()
    const asked = { at: now(), answer }
    last = asked
    answer.catch(() => {
      if (last === asked) last = null
    })
    return answer
  }
}
