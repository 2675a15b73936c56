/** How many attempts all processes together have in flight to one receiver. */
export const MAX_CONCURRENT_PER_RECEIVER = 20

/** The limit of a receiver that nothing is known about. */
const INITIAL_LIMIT = 2

/** An attempt that has waited this long starts beyond the earned limit. */
const LATE_MS = 500

/**
 * If an attempt starts this late and the last FAILED_IN_A_ROW failed, the whole limit isn't enough for
 * this receiver. The breaker opens: only trial attempts find out whether it answers again.
 */
const MUCH_TOO_LATE_MS = 30_000
const FAILED_IN_A_ROW = 20

/** A receiver is down after as many failures without a 200 in between: a single one is no sign of it. */
const DOWN_AFTER = 3

/** A receiver is distant if each of its last posts took this long: a busy machine delays only some. */
const DISTANT_MS = 60
const LAST_POSTS = 8

/** A receiver without an answer for this long is slow. */
const SLOW_MS = 100

/** How far ahead a process claims attempts, at the rate of the receiver's last answers. */
const AHEAD_MS = 250
const MAX_AHEAD = 500

/** How far ahead attempts are read from the database, at the same rate. */
const PREFETCH_MS = 25
const MAX_PREFETCH = 100

/** The minimum time between two updates of the rate. */
const RATE_UPDATE_MS = AHEAD_MS / 5

const MAX_BOOST = 16
const BOOST_DECAY = 0.9

/** The weight of the newest count in the rate. */
const SMOOTHING = 0.5

/** The part of an attempt that matters here. */
export type LimitedAttempt = {
  url: string
  /** The account, as the gateway names it. */
  account: string
  /** How late it starts, by the database's clock. */
  latenessMs: number
}

/**
 * How many attempts one receiver gets at a time in one process: two at first, one more with each 200,
 * and a single trial attempt after a failure, until the next 200. Late attempts start anyway, up to the
 * maximum of a receiver, until the breaker opens because that isn't enough for the receiver to keep up.
 *
 * Times are milliseconds of one clock that never goes back.
 */
export class ReceiverLimit {
  /** The number of started attempts: being read, ready to be posted, or posted. */
  inFlight = 0
  /** When its last attempt ended. */
  lastUsedAt: number
  #posting = 0
  #earned = INITIAL_LIMIT
  #failedInARow = 0
  #hasAnswered = false
  #latenessMs = 0
  /** Its last attempt, to report the account and the URL. */
  #lastAttempt: LimitedAttempt | null = null
  /** When a post ended, or when the first one after a rest began. */
  #heardAt = Number.NEGATIVE_INFINITY
  /** How long the last posts took. */
  readonly #durations: number[] = []
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

  get posting(): number {
    return this.#posting
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

  /** Whether it is neither slow nor distant, so that more posts at a time would not be answered sooner. */
  isQuick(now: number): boolean {
    const isDistant = this.#durations.length > 0 && Math.min(...this.#durations) >= DISTANT_MS
    return !isDistant && (this.#posting === 0 || now - this.#heardAt < SLOW_MS)
  }

  /** The last attempt of a receiver that only gets trial attempts; null for all others. */
  late(): LimitedAttempt | null {
    return this.#isBreakerOpen() ? this.#lastAttempt : null
  }

  /**
   * The number of attempts that it may have in flight.
   *
   * @param cap this process's part of MAX_CONCURRENT_PER_RECEIVER
   * @param waitedMs how long the next attempt has waited in this process
   * @param mayStartLate whether the process has room for attempts that may well fail
   */
  limit(cap: number, waitedMs: number, mayStartLate: boolean): number {
    const isAllowed = mayStartLate && waitedMs >= LATE_MS && !this.#isBreakerOpen()
    return isAllowed ? cap : Math.min(this.#earned, cap)
  }

  /** How many attempts a process should have claimed and not started. */
  ahead(cap: number): number {
    if (this.#isBreakerOpen()) return 1
    if (!this.isAnswering()) return cap
    const soon = Math.min(MAX_AHEAD, Math.ceil(this.#perMs * AHEAD_MS * this.#boost))
    return Math.max(soon, 2 * cap)
  }

  /** How many more attempts of a fast receiver are read than may be posted. */
  prefetchCount(): number {
    const isFast = this.isAnswering() && this.#endedSinceRest >= MAX_CONCURRENT_PER_RECEIVER
    return isFast ? Math.min(MAX_PREFETCH, Math.floor(this.#perMs * PREFETCH_MS)) : 0
  }

  /** Reports that it ran out of claimed attempts while the queue has more, so its rate is too low. */
  ranOut(now: number): void {
    if (now - this.#boostedAt < RATE_UPDATE_MS) return
    this.#boostedAt = now
    this.#boost = Math.min(MAX_BOOST, 2 * this.#boost)
  }

  /** Updates the rate with the attempts that ended since the last update. */
  updateRate(now: number): void {
    const passed = now - this.#countedAt
    if (passed < RATE_UPDATE_MS) return
    this.#boost = Math.max(1, BOOST_DECAY * this.#boost)
    this.#perMs += SMOOTHING * (this.#ended / passed - this.#perMs)
    this.#ended = 0
    this.#countedAt = now
  }

  /** Reports that nothing is claimed for it. Its rate will be outdated at the next attempt. */
  rest(): void {
    this.#endedSinceRest = 0
  }

  postBegan(attempt: LimitedAttempt, now: number): void {
    if (this.#posting === 0) this.#heardAt = now
    this.#posting += 1
    this.#latenessMs = attempt.latenessMs
    this.#lastAttempt = attempt
  }

  postEnded(tookMs: number, now: number): void {
    this.#posting -= 1
    this.#heardAt = now
    this.#durations.push(tookMs)
    if (this.#durations.length > LAST_POSTS) this.#durations.shift()
  }

  ended(delivered: boolean): void {
    this.#ended += 1
    this.#endedSinceRest += 1
    if (!delivered) {
      this.#earned = 1
      this.#failedInARow += 1
      return
    }
    this.#hasAnswered = true
    this.#earned = this.#failedInARow > 0 ? INITIAL_LIMIT : this.#earned + 1
    this.#failedInARow = 0
  }

  #isBreakerOpen(): boolean {
    return this.#failedInARow >= FAILED_IN_A_ROW && this.#latenessMs > MUCH_TOO_LATE_MS
  }
}
