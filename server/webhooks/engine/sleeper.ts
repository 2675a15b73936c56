import { setTimeout as wait } from 'node:timers/promises'

/** Pauses a loop between two rounds until it is woken or `pollMs` have passed. */
export class Sleeper {
  readonly #pollMs: number
  #isAwake = true
  #mayHaveNewAttempts = true
  #checkedAt = Number.NEGATIVE_INFINITY
  #wakeUp = () => {}

  constructor(pollMs: number) {
    this.#pollMs = pollMs
  }

  /** @param mayHaveNewAttempts whether something was added, rather than room became free */
  wake(mayHaveNewAttempts: boolean): void {
    this.#isAwake = true
    if (mayHaveNewAttempts) this.#mayHaveNewAttempts = true
    this.#wakeUp()
  }

  /** Returns whether something was added since the last round, or the last check was `pollMs` ago. */
  beginRound(): { mayHaveNewAttempts: boolean } {
    const now = performance.now()
    const mayHaveNewAttempts = this.#mayHaveNewAttempts || now - this.#checkedAt >= this.#pollMs
    if (mayHaveNewAttempts) this.#checkedAt = now
    this.#isAwake = false
    this.#mayHaveNewAttempts = false
    return { mayHaveNewAttempts }
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
