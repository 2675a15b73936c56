import { receiverName } from '../../../contract/receiver.ts'
import type { DueAttempt } from './attempt-queue.ts'
import { type AttemptInFlight, AttemptsInFlight } from './attempts-in-flight.ts'
import {
  type ClaimedReceiver,
  ClaimPlanner,
  learnFromClaim,
  needsMore,
  type PlannedClaim,
} from './claim-planner.ts'
import type { LateReceiver } from './live-processes.ts'
import {
  type LimitedAttempt,
  MAX_CONCURRENT_PER_RECEIVER,
  ReceiverLimit,
} from './receiver-limit.ts'

/** Reads ahead again when this part of what may be read ahead is left. */
const REFILL_BELOW = 0.6

/** How often waiting attempts are checked, because some may start after a while. */
const CHECK_EVERY_MS = 50

/** A receiver without attempts for this long counts as unknown again. */
const FORGOTTEN_AFTER_MS = 10 * 60_000

/**
 * While the process is busy, it posts about as many attempts at a time to all quick receivers together,
 * and at least MIN_POSTS to each. More would only open connections, each of which costs as much as ten
 * posts, here and at the receiver.
 */
const MAX_POSTS_TO_QUICK_RECEIVERS = 60
const MIN_POSTS = 3

type ReceiverLimitsSettings<Queue, Attempt> = {
  /** Reads what an attempt needs. The caller calls `ready` afterwards, or `ended`. */
  read(due: DueAttempt): void
  /** Posts an attempt. The caller calls `ended` afterwards. */
  post(due: DueAttempt, attempt: Attempt): void
  /** Asks for another claim from the queue. */
  wantMore(queue: Queue): void
  /** The number of processes that share MAX_CONCURRENT_PER_RECEIVER. */
  processes(): number
  isBusy(): boolean
  /** Milliseconds. */
  now(): number
  /** How many attempts may be in flight. Default: MAX_IN_FLIGHT. */
  inFlight?: number
  /** How many of one receiver, in all processes together. Default: MAX_CONCURRENT_PER_RECEIVER. */
  ofOneReceiver?: number
}

type Receiver<Queue, Attempt> = ClaimedReceiver<Queue> & {
  /** Attempts that are read and wait until another post to the receiver ends. */
  ready: { started: AttemptInFlight; attempt: Attempt }[]
}

/** Starts claimed attempts when their receivers, their hosts and the process have room. */
export class ReceiverLimits<Queue, Attempt extends LimitedAttempt> {
  readonly #settings: ReceiverLimitsSettings<Queue, Attempt>
  readonly #receivers = new Map<string, Receiver<Queue, Attempt>>()
  readonly #inFlight: AttemptsInFlight
  readonly #planner: ClaimPlanner<Queue>
  readonly #ofOneReceiver: number
  /** Receivers with attempts that wait for room. */
  readonly #blocked = new Set<Receiver<Queue, Attempt>>()
  /** How many receivers have posts in flight. */
  #posting = 0
  #timer: NodeJS.Timeout | null = null
  #forgotAt: number

  constructor(settings: ReceiverLimitsSettings<Queue, Attempt>) {
    this.#settings = settings
    this.#ofOneReceiver = settings.ofOneReceiver ?? MAX_CONCURRENT_PER_RECEIVER
    this.#planner = new ClaimPlanner(this.#ofOneReceiver)
    this.#inFlight = new AttemptsInFlight(() => settings.processes(), settings.inFlight)
    this.#forgotAt = settings.now()
  }

  /**
   * Takes claimed attempts.
   *
   * @returns attempts beyond what their receivers can take, which the caller gives back
   */
  add(queue: Queue, claimed: DueAttempt[]): DueAttempt[] {
    const since = this.#settings.now()
    const touched = new Set<Receiver<Queue, Attempt>>()
    const surplus: DueAttempt[] = []
    const cap = this.#cap()
    for (const due of claimed) {
      const receiver = this.#receiver(due.receiver)
      receiver.claimed += 1
      if (!due.isUrgent && receiver.waiting.length >= 2 * receiver.limit.ahead(cap)) {
        surplus.push(due)
        receiver.mayHaveMore.add(queue)
        continue
      }
      const behind = due.isUrgent ? receiver.waiting.findIndex(other => !other.due.isUrgent) : -1
      receiver.waiting.splice(behind === -1 ? receiver.waiting.length : behind, 0, { due, since })
      touched.add(receiver)
    }
    for (const receiver of touched) this.#start(receiver)
    return surplus
  }

  /** Posts an attempt that has been read as soon as its receiver has room. */
  ready(due: DueAttempt, attempt: Attempt): void {
    const started = this.#inFlight.get(due)
    const receiver = this.#receivers.get(due.receiver)
    if (started === undefined || receiver === undefined) return
    receiver.ready.push({ started, attempt })
    this.#postReady(receiver)
  }

  /** @param delivered null if nothing was sent */
  ended(due: DueAttempt, delivered: boolean | null): void {
    const started = this.#inFlight.get(due)
    const receiver = this.#receivers.get(due.receiver)
    if (started === undefined || receiver === undefined) return
    const now = this.#settings.now()
    const { limit } = receiver
    if (started.postedAt !== null) {
      limit.postEnded(now - started.postedAt, now)
      if (limit.posting === 0) this.#posting -= 1
    }
    this.#end(started, receiver)
    limit.lastUsedAt = now
    if (delivered !== null) limit.ended(delivered)
    this.#postReady(receiver)
    if (receiver.waiting.length > 0) this.#start(receiver)
    else if (receiver.mayHaveMore.size > 0) limit.ranOut(now)
    this.#wantMoreOf(receiver)
  }

  /** Ends a claim whose outcome is recorded, or that was given back. */
  released(due: DueAttempt): void {
    const receiver = this.#receivers.get(due.receiver)
    if (receiver === undefined) return
    receiver.claimed -= 1
    if (receiver.claimed === 0) receiver.limit.rest()
    this.#wantMoreOf(receiver)
  }

  /**
   * Decides what to claim next (ClaimPlanner).
   *
   * @param room how many may be claimed
   * @returns null if there is nothing to claim that has room
   */
  planClaim(queue: Queue, mayHaveNewAttempts: boolean, room: number): PlannedClaim | null {
    const now = this.#settings.now()
    this.#forget(now)
    const receivers = this.#receivers.values()
    return this.#planner.plan(queue, { receivers, mayHaveNewAttempts, room, cap: this.#cap(), now })
  }

  claimed(queue: Queue, claim: PlannedClaim, due: DueAttempt[]): void {
    const receivers = this.#receivers.values()
    learnFromClaim(queue, claim, due, { receivers, processes: this.#settings.processes() })
  }

  /** Takes back the attempts that have not started. */
  takeWaiting(): DueAttempt[] {
    return [...this.#blocked].flatMap(({ waiting }) => waiting.splice(0).map(({ due }) => due))
  }

  /** The receivers that don't answer and whose attempts start much too late. */
  late(): LateReceiver[] {
    return [...this.#receivers.values()].flatMap(({ limit }) => {
      const late = limit.late()
      if (late === null) return []
      const { url, account, latenessMs } = late
      return [{ account, receiver: receiverName(url), latenessMs }]
    })
  }

  /** How many receivers are down, of those with an attempt within FORGOTTEN_AFTER_MS. */
  countDown(): number {
    return [...this.#receivers.values()].filter(({ limit }) => limit.isDown()).length
  }

  #cap(): number {
    return Math.max(1, Math.floor(this.#ofOneReceiver / this.#settings.processes()))
  }

  #receiver(key: string): Receiver<Queue, Attempt> {
    let receiver = this.#receivers.get(key)
    if (receiver === undefined) {
      const limit = new ReceiverLimit(this.#settings.now())
      const counts = { claimed: 0, claimedBefore: 0 }
      receiver = { key, limit, waiting: [], ready: [], ...counts, mayHaveMore: new Set() }
      this.#receivers.set(key, receiver)
    }
    return receiver
  }

  #start(receiver: Receiver<Queue, Attempt>): void {
    const { limit, waiting } = receiver
    const now = this.#settings.now()
    const cap = this.#cap()
    const ahead = limit.prefetchCount()
    const earned = limit.limit(cap, 0, false)
    // Reads many at a time.
    const hasReadEnough = ahead > 0 && limit.inFlight > earned + ahead * REFILL_BELOW
    while (!hasReadEnough) {
      const [next] = waiting
      if (next === undefined) break
      const mayStartLate = this.#inFlight.mayStartLate()
      const most = limit.limit(cap, now - next.since, mayStartLate) + ahead
      const isLate = limit.inFlight >= earned + ahead
      if (limit.inFlight >= most || !this.#inFlight.start(next.due, next.since, isLate)) break
      waiting.shift()
      limit.inFlight += 1
      this.#settings.read(next.due)
      // Late attempts of other receivers come first now.
      if (isLate) {
        this.#blocked.delete(receiver)
        break
      }
    }
    this.#holdIfWaiting(receiver)
  }

  /** Posts attempts that have been read. If the receiver has failed since, the others are read again later. */
  #postReady(receiver: Receiver<Queue, Attempt>): void {
    const { limit, ready, waiting } = receiver
    const now = this.#settings.now()
    const cap = this.#cap()
    while (limit.posting < this.#mostPosts(limit, now)) {
      const [next] = ready
      if (next === undefined) break
      const { started, attempt } = next
      const { due, since } = started
      const mayStartLate = started.isLate || this.#inFlight.hasRoomForLate()
      const hasRoom = limit.posting < limit.limit(cap, now - since, mayStartLate)
      if (!hasRoom && !limit.isFailing()) break
      ready.shift()
      if (!hasRoom) {
        this.#end(started, receiver)
        waiting.unshift({ due, since })
        continue
      }
      started.postedAt = now
      if (limit.posting === 0) this.#posting += 1
      limit.postBegan(attempt, now)
      this.#settings.post(due, attempt)
    }
    this.#holdIfWaiting(receiver)
  }

  #mostPosts(limit: ReceiverLimit, now: number): number {
    if (!limit.isQuick(now) || !this.#settings.isBusy()) return Number.POSITIVE_INFINITY
    return Math.max(MIN_POSTS, Math.ceil(MAX_POSTS_TO_QUICK_RECEIVERS / Math.max(1, this.#posting)))
  }

  #wantMoreOf(receiver: Receiver<Queue, Attempt>): void {
    if (receiver.mayHaveMore.size === 0 || !needsMore(receiver, this.#cap())) return
    for (const queue of receiver.mayHaveMore) this.#settings.wantMore(queue)
  }

  #end(started: AttemptInFlight, { limit }: Receiver<Queue, Attempt>): void {
    this.#inFlight.end(started)
    limit.inFlight -= 1
  }

  #holdIfWaiting(receiver: Receiver<Queue, Attempt>): void {
    if (receiver.waiting.length + receiver.ready.length === 0) {
      this.#blocked.delete(receiver)
      return
    }
    this.#blocked.add(receiver)
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#inFlight.beginCheck()
      for (const receiver of [...this.#blocked]) {
        this.#postReady(receiver)
        this.#start(receiver)
      }
    }, CHECK_EVERY_MS)
  }

  #forget(now: number): void {
    if (now - this.#forgotAt < FORGOTTEN_AFTER_MS / 10) return
    this.#forgotAt = now
    for (const [key, { limit, claimed }] of this.#receivers) {
      const isIdle = claimed === 0
      if (isIdle && now - limit.lastUsedAt > FORGOTTEN_AFTER_MS) this.#receivers.delete(key)
    }
  }
}
