/** Parallel page requests may push a client toward rate limits (interface.md, "Limits"). */
const MOST_UNDER_WAY = 2

/**
 * Lets two lists of one manager's be read at a time, in the order in which they were asked for: by
 * all tabs together, and by the gateway itself, as it does for replay runs.
 */
export class ListTurns {
  readonly #places = new Map<string, { underWay: number; waiting: (() => void)[] }>()

  /**
   * Waits for the turn of a request with this Authorization header.
   *
   * @returns what ends the turn
   * @throws the signal's reason when it is aborted before the turn has come
   */
  async begin(authorization: string, signal?: AbortSignal): Promise<() => void> {
    const places = this.#places.get(authorization) ?? { underWay: 0, waiting: [] }
    this.#places.set(authorization, places)
    if (places.underWay < MOST_UNDER_WAY) places.underWay++
    else await this.#wait(places.waiting, signal)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      const next = places.waiting.shift()
      // The place goes on to the next in line: nobody who comes just now takes it.
      if (next !== undefined) return next()
      if (--places.underWay === 0) this.#places.delete(authorization)
    }
  }

  #wait(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const begin = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.push(begin)
    })
  }
}
