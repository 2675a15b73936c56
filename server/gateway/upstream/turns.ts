import { detailError } from '../../http/http-error.ts'

/** How many requests may wait under one name. More are refused, because each takes memory. */
const MAX_WAITING = 500

type Line = { underWay: number; waiting: Set<() => void> }

/**
 * Limits how many requests of one name are under way at a time. They get their turn in the order in
 * which they came. Names don't wait for one another.
 */
export class Turns {
  readonly #mostUnderWay: number
  readonly #lines = new Map<string, Line>()

  constructor(mostUnderWay: number) {
    this.#mostUnderWay = mostUnderWay
  }

  /**
   * Waits for the turn of a request with this name.
   *
   * @returns a function that ends the turn
   * @throws HttpError 429 if too many wait already; the signal's reason if it is aborted before the
   *   turn has come
   */
  async begin(name: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const line = this.#lines.get(name) ?? { underWay: 0, waiting: new Set() }
    this.#lines.set(name, line)
    if (line.underWay < this.#mostUnderWay) line.underWay++
    else await wait(line.waiting, signal)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      const [next] = line.waiting
      // The turn passes to the next in line, so that a newcomer cannot take it.
      if (next !== undefined) return next()
      if (--line.underWay === 0) this.#lines.delete(name)
    }
  }
}

function wait(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  if (waiting.size >= MAX_WAITING) {
    throw detailError(
      429,
      `${MAX_WAITING} of your requests already wait. Try again when some of them are answered.`,
      { 'retry-after': '5' },
    )
  }
  return new Promise((resolve, reject) => {
    const begin = () => {
      waiting.delete(begin)
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.delete(begin)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    waiting.add(begin)
  })
}
