/** How many attempts all processes together have in flight to one receiver. */
export const MAX_CONCURRENT_PER_RECEIVER = 20

/** The concurrency of a receiver that nothing is known about. */
const INITIAL_CONCURRENCY = 2

/** An attempt that has waited this long starts beyond the earned concurrency. */
const LATE_MS = 500

/**
 * If an attempt starts this late and the last FAILED_IN_A_ROW failed, full concurrency isn't enough
 * for this receiver. From then on, only trial attempts find out whether it answers again.
 */
const MUCH_TOO_LATE_MS = 30_000
const FAILED_IN_A_ROW = 20

/** A receiver is down after as many failures without a 200 in between: a single one is no sign of it. */
const DOWN_AFTER = 3

/** For how much time a process claims attempts ahead, at the rate of the receiver's last answers. */
const AHEAD_MS = 250
const MAX_AHEAD = 500

/** For how much time attempts are read from the database ahead, at the same rate. */
const PREFETCH_MS = 25
const MAX_PREFETCH = 100

/** The minimum time between two updates of the rate. */
const LOOK_MS = AHEAD_MS / 5

const MAX_BOOST = 16
const BOOST_DECAY = 0.9

/** The weight of the newest count in the rate. */
const SMOOTHING = 0.5

/** The part of an attempt that matters here. */
export type GateSubject = {
  url: string
  /** The account, as the gateway names it. */
  account: string
  /** How late it starts, by the database's clock. */
  latenessMs: number
}

/**
 * The concurrency of one receiver in one process: two attempts at first, one more with each 200, and
 * a single trial attempt after a failure, until the next 200. Attempts that would be late start
 * anyway, up to the maximum of a receiver, as long as that is enough for it to keep up.
 *
 * Times are milliseconds of one clock that never goes back.
 */
export class ReceiverGate {
  /** The number of started attempts: being read, waiting for a connection, or posted. */
  inFlight = 0
  /** The number of these that are posted. */
  posting = 0
  /** When its last attempt ended. */
  lastUsedAt: number
  #proven = INITIAL_CONCURRENCY
  #failedInARow = 0
  #hasAnswered = false
  #latenessMs = 0
  /** Its last attempt, to report the account and the URL. */
  #subject: GateSubject | null = null
  #ended = 0
  #endedSinceRest = 0
  #countedAt: number
  #perMs = 0
  /** A factor for claiming ahead, raised when the receiver ran out of claimed attempts. */
  #boost = 1
  #boostedAt = Number.NEGATIVE_INFINITY

  constructor(now: number) {
    this.lastUsedAt = now
    this.#countedAt = now
  }

  isFailing(): boolean {
    return this.#failedInARow > 0
  }

  isDown(): boolean {
    return this.#failedInARow >= DOWN_AFTER
  }

  /** Whether its last attempt was answered 200. */
  isAnswering(): boolean {
    return this.#hasAnswered && this.#failedInARow === 0
  }

  /** The last attempt of a receiver that only gets trial attempts; null for all others. */
  late(): GateSubject | null {
    return this.#isMuchTooLate() ? this.#subject : null
  }

  /**
   * The number of attempts that it may have in flight.
   *
   * @param cap this process's part of MAX_CONCURRENT_PER_RECEIVER
   * @param waitedMs how long the next attempt has waited in this process
   * @param mayHurry whether the process has slots left for attempts that may well fail
   */
  limit(cap: number, waitedMs: number, mayHurry: boolean): number {
    const proven = Math.min(this.#proven, cap)
    if (waitedMs < LATE_MS || this.#isMuchTooLate()) return proven
    return mayHurry ? cap : proven
  }

  /** How many attempts a process should have claimed and not started. */
  ahead(cap: number): number {
    const soon = Math.min(MAX_AHEAD, Math.ceil(this.#perMs * AHEAD_MS * this.#boost))
    if (this.#isMuchTooLate()) return 1
    return this.isAnswering() ? Math.max(soon, 2 * cap) : cap
  }

  /** How many attempts of a quick receiver are read beyond those that may be posted. */
  prefetchCount(): number {
    const isQuick = this.isAnswering() && this.#endedSinceRest >= MAX_CONCURRENT_PER_RECEIVER
    return isQuick ? Math.min(MAX_PREFETCH, Math.floor(this.#perMs * PREFETCH_MS)) : 0
  }

  /** Reports that it ran out of claimed attempts while the queue has more, so its rate is too low. */
  starve(now: number): void {
    if (now - this.#boostedAt < LOOK_MS) return
    this.#boostedAt = now
    this.#boost = Math.min(MAX_BOOST, 2 * this.#boost)
  }

  /** Updates the rate with the attempts that ended since the last update. */
  look(now: number): void {
    const passed = now - this.#countedAt
    if (passed < LOOK_MS) return
    this.#boost = Math.max(1, BOOST_DECAY * this.#boost)
    this.#perMs += SMOOTHING * (this.#ended / passed - this.#perMs)
    this.#ended = 0
    this.#countedAt = now
  }

  /** Reports that nothing is claimed for it. Its rate will be outdated at the next attempt. */
  rest(): void {
    this.#endedSinceRest = 0
  }

  began(subject: GateSubject): void {
    this.#latenessMs = subject.latenessMs
    this.#subject = subject
  }

  ended(delivered: boolean): void {
    this.#ended += 1
    this.#endedSinceRest += 1
    if (!delivered) {
      this.#proven = 1
      this.#failedInARow += 1
      return
    }
    this.#hasAnswered = true
    this.#proven = this.#failedInARow > 0 ? INITIAL_CONCURRENCY : this.#proven + 1
    this.#failedInARow = 0
  }

  #isMuchTooLate(): boolean {
    return this.#failedInARow >= FAILED_IN_A_ROW && this.#latenessMs > MUCH_TOO_LATE_MS
  }
}
