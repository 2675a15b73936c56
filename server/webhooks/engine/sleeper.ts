import { setTimeout as wait } from 'node:timers/promises'

/** Pauses a loop between two rounds until it is woken or `pollMs` have passed. */
export class Sleeper {
  readonly #pollMs: number
  #isAwake = true
  #hasNews = true
  #newsAt = Number.NEGATIVE_INFINITY
  #wakeUp = () => {}

  constructor(pollMs: number) {
    this.#pollMs = pollMs
  }

  /** @param hasNews whether something was added, rather than room became free */
  wake(hasNews: boolean): void {
    this.#isAwake = true
    if (hasNews) this.#hasNews = true
    this.#wakeUp()
  }

  /** Returns whether something was added since the last round, or the last check was `pollMs` ago. */
  beginRound(): { hasNews: boolean } {
    const now = performance.now()
    const hasNews = this.#hasNews || now - this.#newsAt >= this.#pollMs
    if (hasNews) this.#newsAt = now
    this.#isAwake = false
    this.#hasNews = false
    return { hasNews }
  }

  pause(ms: number): Promise<void> {
    return wait(ms)
  }

  async sleep(): Promise<void> {
    if (this.#isAwake) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, this.#pollMs)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
