import { setTimeout as wait } from 'node:timers/promises'

/** What a loop waits for between two rounds: that it is woken, or that `pollMs` have passed. */
export class Sleeper {
  readonly #pollMs: number
  #isAwake = true
  #hasNews = true
  #newsAt = Number.NEGATIVE_INFINITY
  #wakeUp = () => {}

  constructor(pollMs: number) {
    this.#pollMs = pollMs
  }

  /** @param hasNews whether something was added, rather than room was made */
  wake(hasNews: boolean): void {
    this.#isAwake = true
    if (hasNews) this.#hasNews = true
    this.#wakeUp()
  }

  /** Whether it was woken for something new since the last round, or hasn't looked for it for so long. */
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
