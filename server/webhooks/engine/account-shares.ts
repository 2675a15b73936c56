/**
 * Room for a number of attempts, shared by accounts.
 *
 * An account that has as many as are free gets no more. So an account with receivers that hang leaves
 * half of the room to all others, and the next such account leaves half of the rest.
 */
export class AccountShares {
  #free: number
  readonly #counts = new Map<string, number>()

  constructor(count: number) {
    this.#free = count
  }

  /** How many may be taken at once, so that one account can't take all the rest. */
  room(): number {
    return Math.max(0, Math.ceil(this.#free / 4))
  }

  hasRoomFor(account: string): boolean {
    return (this.#counts.get(account) ?? 0) < this.#free
  }

  /** The accounts that get no more at present. */
  full(): string[] {
    return [...this.#counts].flatMap(([account, count]) => (count >= this.#free ? [account] : []))
  }

  take(account: string): void {
    this.#free -= 1
    this.#counts.set(account, (this.#counts.get(account) ?? 0) + 1)
  }

  release(account: string): void {
    this.#free += 1
    const count = (this.#counts.get(account) ?? 0) - 1
    if (count > 0) this.#counts.set(account, count)
    else this.#counts.delete(account)
  }

  isUnused(): boolean {
    return this.#counts.size === 0
  }
}
