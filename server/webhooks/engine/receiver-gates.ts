import { receiverName } from '../../../contract/receiver.ts'
import { type DueAttempt, hostOfReceiver } from './attempt-queue.ts'
import type { LateReceiver } from './live-processes.ts'
import { Places } from './places.ts'
import { type GateSubject, MAX_CONCURRENT_PER_RECEIVER, ReceiverGate } from './receiver-gate.ts'

/** How many attempts one process has in flight to one host, for all accounts together. */
const MAX_CONCURRENT_PER_HOST = 400

/** How many attempts of one receiver all processes claim. Deep claims take more from receivers that answer. */
const MAX_CLAIMED_PER_RECEIVER = 20
const MAX_CLAIMED_PER_FAST_RECEIVER = 500

/** How many attempts one process has in flight: each takes a connection. */
const MAX_IN_FLIGHT = 2_000

/** How many of these may go to receivers beyond the concurrency that they have earned by answering. */
const MAX_HURRIED = 500

/** How many of those start between two looks. Hundreds at once would delay all others. */
const MAX_HURRIED_PER_LOOK = 5

/** Reads ahead again when this part of what may be read ahead is left. */
const REFILL_BELOW = 0.6

/** How often waiting attempts are checked, because some may start after a while. */
const LOOK_EVERY_MS = 50

/** How often new attempts are claimed between deep claims. */
const SHALLOW_EVERY_MS = 100

/** A receiver without attempts for this long counts as unknown again. */
const FORGOTTEN_AFTER_MS = 10 * 60_000

type Waiting = { due: DueAttempt; since: number }
type Flight = {
  account: string | null
  host: Places
  since: number
  isHurried: boolean
  isPosted: boolean
}
type Receiver<Queue> = {
  key: string
  gate: ReceiverGate
  waiting: Waiting[]
  /** The number of claimed attempts, including those whose outcome is being recorded. */
  claimed: number
  /** The same number at the start of the last claim. */
  claimedBefore: number
  /** The queues that may have more due attempts, which the last claim left there. */
  mayHaveMore: Set<Queue>
}

/** What a claim may take, so that each receiver gets as much as it can process. */
export type Wanted = {
  passedOver: string[]
  isDeep: boolean
  limit: number
  /** The limit for one receiver, including attempts that are claimed already. */
  ofOneReceiver: number
  /** Whether a claim of the other kind should follow immediately. */
  isHalf: boolean
}

export type ReceiverGatesSettings<Queue> = {
  /** Starts an attempt. The caller has to call `ended` afterwards. */
  begin(due: DueAttempt): void
  /** Asks for another claim from the queue. */
  wantMore(queue: Queue): void
  /** The number of processes that share MAX_CONCURRENT_PER_RECEIVER. */
  processes(): number
  /** In ms. */
  now(): number
  /** For tests. */
  inFlight?: number
}

/** Starts claimed attempts when their receivers, their hosts and the process have room. */
export class ReceiverGates<Queue> {
  readonly #settings: ReceiverGatesSettings<Queue>
  readonly #receivers = new Map<string, Receiver<Queue>>()
  readonly #hosts = new Map<string, Places>()
  readonly #flights = new Map<string, Flight>()
  readonly #inFlight: Places
  /** Receivers with attempts that wait for room. */
  readonly #held = new Set<Receiver<Queue>>()
  #hurried = 0
  /** How many more may start early before the next look. */
  #mayHurry = MAX_HURRIED_PER_LOOK
  #lookedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #forgotAt: number
  readonly #shallowAt = new Map<Queue, number>()
  /** The queues whose last claim was a shallow one. */
  readonly #wasShallow = new Set<Queue>()

  constructor(settings: ReceiverGatesSettings<Queue>) {
    this.#settings = settings
    this.#inFlight = new Places(settings.inFlight ?? MAX_IN_FLIGHT)
    this.#forgotAt = settings.now()
  }

  /**
   * Takes claimed attempts.
   *
   * @returns attempts beyond what their receivers can take, which the caller gives back
   */
  add(queue: Queue, claimed: DueAttempt[]): DueAttempt[] {
    const since = this.#settings.now()
    const touched = new Set<Receiver<Queue>>()
    const surplus: DueAttempt[] = []
    const cap = this.#cap()
    for (const due of claimed) {
      const receiver = this.#receiver(due.receiver)
      receiver.claimed += 1
      if (!due.isUrgent && receiver.waiting.length >= 2 * receiver.gate.ahead(cap)) {
        surplus.push(due)
        receiver.mayHaveMore.add(queue)
        continue
      }
      const behind = due.isUrgent ? receiver.waiting.findIndex(other => !other.due.isUrgent) : -1
      if (behind === -1) receiver.waiting.push({ due, since })
      else receiver.waiting.splice(behind, 0, { due, since })
      touched.add(receiver)
    }
    for (const receiver of touched) this.#letIn(receiver)
    return surplus
  }

  /**
   * Whether a started attempt may be posted now. If its receiver has failed in the meantime, the
   * attempt waits again.
   */
  mayPost(due: DueAttempt, subject: GateSubject): boolean {
    const flight = this.#flights.get(due.jobId)
    const receiver = this.#receivers.get(due.receiver)
    if (flight === undefined || receiver === undefined) return true
    const { gate, waiting } = receiver
    const waitedMs = this.#settings.now() - flight.since
    const limit = gate.limit(this.#cap(), waitedMs, flight.isHurried || this.#hurried < MAX_HURRIED)
    if (gate.posting < limit) {
      flight.isPosted = true
      gate.posting += 1
      gate.began(subject)
      return true
    }
    this.#land(due, flight, receiver)
    waiting.unshift({ due, since: flight.since })
    this.#hold(receiver)
    return false
  }

  /** @param delivered null if nothing was sent */
  ended(due: DueAttempt, delivered: boolean | null): void {
    const flight = this.#flights.get(due.jobId)
    const receiver = this.#receivers.get(due.receiver)
    if (flight === undefined || receiver === undefined) return
    this.#land(due, flight, receiver)
    const { gate } = receiver
    gate.lastUsedAt = this.#settings.now()
    if (delivered !== null) gate.ended(delivered)
    if (receiver.waiting.length > 0) this.#letIn(receiver)
    else if (receiver.mayHaveMore.size > 0) gate.starve(gate.lastUsedAt)
    if (receiver.mayHaveMore.size > 0 && this.#isHungry(receiver, this.#cap())) {
      for (const queue of receiver.mayHaveMore) this.#settings.wantMore(queue)
    }
  }

  /** Ends a claim whose outcome is recorded, or that was given back. */
  released(due: DueAttempt): void {
    const receiver = this.#receivers.get(due.receiver)
    if (receiver === undefined) return
    receiver.claimed -= 1
    if (receiver.claimed === 0) receiver.gate.rest()
  }

  /**
   * Decides what to claim next. A deep claim takes many attempts of each receiver that answers and
   * has more in the queue. A shallow claim, after new attempts were added or when receivers have room
   * again, takes no more of a receiver than it may have in flight.
   *
   * @param room how many may be claimed
   * @returns null if there is nothing to claim that has room
   */
  wanted(queue: Queue, hasNews: boolean, room: number): Wanted | null {
    const now = this.#settings.now()
    const cap = this.#cap()
    this.#forget(now)
    const active = [...this.#receivers.values()].filter(
      ({ claimed, mayHaveMore }) => claimed > 0 || mayHaveMore.size > 0,
    )
    for (const receiver of active) {
      receiver.gate.look(now)
      receiver.claimedBefore = receiver.claimed
    }
    // The two kinds take turns. A shallow claim that has to search past a long backlog takes longer
    // than SHALLOW_EVERY_MS.
    const isShallowDue =
      hasNews &&
      !this.#wasShallow.has(queue) &&
      now - (this.#shallowAt.get(queue) ?? 0) > SHALLOW_EVERY_MS
    const open = active.filter(
      receiver => receiver.mayHaveMore.has(queue) && this.#isHungry(receiver, cap),
    )
    if (!hasNews && open.length === 0) return null
    const hungry = open.filter(({ gate }) => gate.isAnswering())
    const isDeep = !isShallowDue && hungry.length > 0
    if (isDeep) this.#wasShallow.delete(queue)
    else {
      this.#wasShallow.add(queue)
      this.#shallowAt.set(queue, now)
    }
    const passed = active.filter(
      ({ waiting, gate, mayHaveMore }) =>
        waiting.length >= gate.ahead(cap) ||
        (isDeep ? !gate.isAnswering() : gate.isAnswering() && mayHaveMore.has(queue)),
    )
    const missing = hungry.reduce(
      (sum, { gate, waiting }) => sum + 2 * gate.ahead(cap) - waiting.length,
      0,
    )
    return {
      passedOver: passed.map(({ key }) => key),
      isDeep,
      ofOneReceiver: isDeep ? MAX_CLAIMED_PER_FAST_RECEIVER : MAX_CLAIMED_PER_RECEIVER,
      isHalf: isDeep ? hasNews : hungry.length > 0,
      limit: isDeep ? Math.min(room, missing) : room,
    }
  }

  /**
   * Learns from a claim which receivers may have more due attempts. A receiver with claimed attempts
   * may have reached the limit of all processes. A receiver that a deep claim found none for has no more.
   */
  claimed(queue: Queue, { passedOver, isDeep, limit }: Wanted, due: DueAttempt[]): void {
    const isShort = due.length < limit
    const passed = new Set(passedOver)
    const got = new Map<string, number>()
    for (const { receiver } of due) got.set(receiver, (got.get(receiver) ?? 0) + 1)
    const part = MAX_CLAIMED_PER_RECEIVER / this.#settings.processes()
    for (const receiver of this.#receivers.values()) {
      const count = got.get(receiver.key) ?? 0
      const isLimited = isDeep ? count > 0 : receiver.claimedBefore + count >= part
      if (passed.has(receiver.key) || isLimited) receiver.mayHaveMore.add(queue)
      else if (isShort) receiver.mayHaveMore.delete(queue)
    }
  }

  /** Takes back the attempts that have not started. */
  takeWaiting(): DueAttempt[] {
    const all = [...this.#held].flatMap(({ waiting }) => waiting.splice(0).map(({ due }) => due))
    this.#held.clear()
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return all
  }

  /** The receivers that don't answer and whose attempts start much too late. */
  late(): LateReceiver[] {
    return [...this.#receivers.values()].flatMap(({ gate }) => {
      const late = gate.late()
      if (late === null) return []
      const { url, account, latenessMs } = late
      return [{ account, receiver: receiverName(url), latenessMs }]
    })
  }

  #cap(): number {
    return Math.max(1, Math.floor(MAX_CONCURRENT_PER_RECEIVER / this.#settings.processes()))
  }

  #isHungry({ gate, waiting }: Receiver<Queue>, cap: number): boolean {
    return gate.isFailing() ? waiting.length === 0 : waiting.length * 2 < gate.ahead(cap)
  }

  #receiver(key: string): Receiver<Queue> {
    let receiver = this.#receivers.get(key)
    if (receiver === undefined) {
      const gate = new ReceiverGate(this.#settings.now())
      receiver = { key, gate, waiting: [], claimed: 0, claimedBefore: 0, mayHaveMore: new Set() }
      this.#receivers.set(key, receiver)
    }
    return receiver
  }

  #letIn(receiver: Receiver<Queue>): void {
    const { gate, waiting, key } = receiver
    const now = this.#settings.now()
    const cap = this.#cap()
    const ahead = gate.readAhead()
    // Reads many at a time.
    if (ahead > 0 && gate.inFlight > gate.limit(cap, 0, false) + ahead * REFILL_BELOW) {
      this.#hold(receiver)
      return
    }
    for (;;) {
      const [next] = waiting
      if (next === undefined) break
      const proven = gate.limit(cap, 0, false) + ahead
      const limit = gate.limit(cap, now - next.since, this.#canHurry(now)) + ahead
      if (gate.inFlight >= limit) break
      const { account } = next.due
      const host = this.#host(key)
      if (!this.#inFlight.hasRoomFor(account) || !host.hasRoomFor(account)) {
        if (host.isUnused()) this.#hosts.delete(hostOfReceiver(key))
        break
      }
      waiting.shift()
      const isHurried = gate.inFlight >= proven
      if (isHurried) {
        this.#hurried += 1
        this.#mayHurry -= 1
      }
      gate.inFlight += 1
      this.#inFlight.take(account)
      host.take(account)
      const { since } = next
      this.#flights.set(next.due.jobId, { account, host, since, isHurried, isPosted: false })
      this.#settings.begin(next.due)
      // Late attempts of other receivers come first now.
      if (isHurried) {
        this.#held.delete(receiver)
        break
      }
    }
    if (waiting.length === 0) this.#held.delete(receiver)
    else this.#hold(receiver)
  }

  #canHurry(now: number): boolean {
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now
      this.#mayHurry = MAX_HURRIED_PER_LOOK
    }
    return this.#hurried < MAX_HURRIED && this.#mayHurry > 0
  }

  #land(due: DueAttempt, flight: Flight, { gate }: Receiver<Queue>): void {
    this.#flights.delete(due.jobId)
    this.#inFlight.release(flight.account)
    flight.host.release(flight.account)
    if (flight.host.isUnused()) this.#hosts.delete(hostOfReceiver(due.receiver))
    if (flight.isHurried) this.#hurried -= 1
    if (flight.isPosted) gate.posting -= 1
    gate.inFlight -= 1
  }

  #hold(receiver: Receiver<Queue>): void {
    this.#held.add(receiver)
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      for (const held of [...this.#held]) this.#letIn(held)
    }, LOOK_EVERY_MS)
  }

  #host(key: string): Places {
    const name = hostOfReceiver(key)
    let host = this.#hosts.get(name)
    if (host === undefined) {
      host = new Places(Math.ceil(MAX_CONCURRENT_PER_HOST / this.#settings.processes()))
      this.#hosts.set(name, host)
    }
    return host
  }

  #forget(now: number): void {
    if (now - this.#forgotAt < FORGOTTEN_AFTER_MS / 10) return
    this.#forgotAt = now
    for (const [key, { gate, claimed }] of this.#receivers) {
      const isIdle = claimed === 0
      if (isIdle && now - gate.lastUsedAt > FORGOTTEN_AFTER_MS) this.#receivers.delete(key)
    }
  }
}
