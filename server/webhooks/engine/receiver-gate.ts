/** How many attempts one receiver gets at a time, from all processes together. */
export const AT_A_TIME_TO_ONE_RECEIVER = 20

/** How many a receiver gets at first of which nothing is known. */
const AT_FIRST = 2

/** Whoever has waited for so long goes beside the probe, or beside those that a new receiver gets. */
const LATE_MS = 1_000

/**
 * Where an attempt begins so late after it was due, and the last so many failed, twenty at a time
 * aren't enough for this receiver. From then on only single probes find out whether it is back.
 */
const MUCH_TOO_LATE_MS = 30_000
const FAILED_IN_A_ROW = 20

/** How much of a receiver's next attempts a process claims ahead, at the rate of its last answers. */
const AHEAD_MS = 250
const MOST_AHEAD = 500

/** While so many ms of its answers are posted, what comes next is read from the database. */
const READ_AHEAD_MS = 25
const MOST_READ_AHEAD = 100

/** Between two looks at the rate, at least. */
const LOOK_MS = AHEAD_MS / 5

const MOST_BOOST = 16
const BOOST_DECAY = 0.9

/** How the rate follows what was counted between two looks. */
const SMOOTHING = 0.5

/** What an attempt is made of, as far as it matters here. */
export type GateSubject = {
  url: string
  /** Whose it is, as the gateway knows accounts. */
  account: string
  /** How late it begins, by the database's clock. */
  latenessMs: number
}

/**
 * How many attempts one receiver gets at a time from one process: two at first, one more with each
 * 200, and a single probe once one has failed, until the first 200. Attempts that would be late for
 * that go beside it, up to what a receiver may have, as long as that is enough for it to keep up.
 *
 * Times are milliseconds of one clock that never goes back.
 */
export class ReceiverGate {
  /** How many are let in: being read, waiting for a connection, or posted. */
  inFlight = 0
  /** How many of these are posted. */
  posting = 0
  /** When it was last of any use. */
  lastUsedAt: number
  #proven = AT_FIRST
  #failedInARow = 0
  #hasAnswered = false
  #latenessMs = 0
  /** What its last attempt was made of, to say whose receiver it is and where. */
  #subject: GateSubject | null = null
  #ended = 0
  #endedSinceRest = 0
  #countedAt: number
  #perMs = 0
  /** How much more is claimed ahead than its rate says, since it had nothing left to send. */
  #boost = 1
  #boostedAt = Number.NEGATIVE_INFINITY

  constructor(now: number) {
    this.lastUsedAt = now
    this.#countedAt = now
  }

  isFailing(): boolean {
    return this.#failedInARow > 0
  }

  /** Whether its last attempt was answered 200. */
  isAnswering(): boolean {
    return this.#hasAnswered && this.#failedInARow === 0
  }

  /** Where single probes are all that it gets: what the last one was, and how late. Else null. */
  late(): GateSubject | null {
    return this.#isMuchTooLate() ? this.#subject : null
  }

  /**
   * How many attempts it may have in flight.
   *
   * @param cap this process's part of AT_A_TIME_TO_ONE_RECEIVER
   * @param waitedMs how long the next one has waited in this process
   * @param mayHurry whether the process has places left for attempts that may well fail
   */
  limit(cap: number, waitedMs: number, mayHurry: boolean): number {
    const proven = Math.min(this.#proven, cap)
    if (waitedMs < LATE_MS || this.#isMuchTooLate()) return proven
    return mayHurry ? cap : proven
  }

  /** How many a process does well to have claimed and not begun. */
  ahead(cap: number): number {
    const soon = Math.min(MOST_AHEAD, Math.ceil(this.#perMs * AHEAD_MS * this.#boost))
    if (this.#isMuchTooLate()) return 1
    return this.isAnswering() ? Math.max(soon, 2 * cap) : cap
  }

  /** How many a quick receiver has let in beyond those it may have posted at a time. */
  readAhead(): number {
    const isQuick = this.isAnswering() && this.#endedSinceRest >= AT_A_TIME_TO_ONE_RECEIVER
    return isQuick ? Math.min(MOST_READ_AHEAD, Math.floor(this.#perMs * READ_AHEAD_MS)) : 0
  }

  /** Says that it has nothing left to send while the queue has more: what it takes isn't its own rate. */
  starve(now: number): void {
    if (now - this.#boostedAt < LOOK_MS) return
    this.#boostedAt = now
    this.#boost = Math.min(MOST_BOOST, 2 * this.#boost)
  }

  /** Counts what has ended since the last look into the rate. */
  look(now: number): void {
    const passed = now - this.#countedAt
    if (passed < LOOK_MS) return
    this.#boost = Math.max(1, BOOST_DECAY * this.#boost)
    this.#perMs += SMOOTHING * (this.#ended / passed - this.#perMs)
    this.#ended = 0
    this.#countedAt = now
  }

  /** Says that nothing is claimed for it. Its rate is old when it gets something again. */
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
    this.#proven = this.#failedInARow > 0 ? AT_FIRST : this.#proven + 1
    this.#failedInARow = 0
  }

  #isMuchTooLate(): boolean {
    return this.#failedInARow >= FAILED_IN_A_ROW && this.#latenessMs > MUCH_TOO_LATE_MS
  }
}
