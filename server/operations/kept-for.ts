/**
 * Calls `ask` at most once in `ms` and returns the last answer in between. Simultaneous calls share
 * one answer. After a failure, the next call asks again.
 *
 * @param now in ms; only tests pass their own
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
