/** Lets a limited number of requests through at a time. The others wait in the order in which they came. */
export class RequestQueue {
  readonly #limit: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get waiting(): number {
    return this.#waiting.size
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /**
   * Calls `begin` now or when there is room.
   *
   * @returns a function to call when the request has ended, or no longer waits
   */
  enter(begin: () => void): () => void {
    const request = () => begin()
    if (this.#running < this.#limit) {
      this.#running += 1
      request()
    } else this.#waiting.add(request)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      if (this.#waiting.delete(request)) return
      // The room passes to the next one, so that a newcomer cannot take it.
      const [next] = this.#waiting
      if (next === undefined) {
        this.#running -= 1
        return
      }
      this.#waiting.delete(next)
      next()
    }
  }
}
