/** Each takes a connection to the database, of which a process has ten. */
const MOST_UNDER_WAY = 4

type Places = { underWay: number; waiting: (() => void)[] }

/**
 * Lets four look-ups of one account be under way at a time, in the order in which they were asked
 * for: those at large runs take long, and other accounts need connections to the database as well.
 */
export class AccountTurns {
  readonly #accounts = new Map<string, Places>()

  /** What `look` resolves to or rejects with, once it was its turn. */
  async take<Seen>(account: string, look: () => Promise<Seen>): Promise<Seen> {
    const places = this.#accounts.get(account) ?? { underWay: 0, waiting: [] }
    this.#accounts.set(account, places)
    if (places.underWay < MOST_UNDER_WAY) places.underWay++
    else await new Promise<void>(resolve => places.waiting.push(resolve))
    try {
      return await look()
    } finally {
      const next = places.waiting.shift()
      // The place goes on to the next in line: nobody who comes just now takes it.
      if (next !== undefined) next()
      else if (--places.underWay === 0) this.#accounts.delete(account)
    }
  }
}
