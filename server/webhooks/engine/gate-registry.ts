import { receiverName } from '../../../contract/receiver.ts'
import type { DueAttempt } from './attempt-queue.ts'
import { ClaimPlanner, learnFromClaim, type Wanted } from './claim-planner.ts'
import { type Flight, Flights } from './flights.ts'
import { type GatedReceiver, isHungry } from './gated-receiver.ts'
import type { LateReceiver } from './live-processes.ts'
import { type GateSubject, MAX_CONCURRENT_PER_RECEIVER, ReceiverGate } from './receiver-gate.ts'

/** Reads ahead again when this part of what may be read ahead is left. */
const REFILL_BELOW = 0.6

/** How often waiting attempts are checked, because some may start after a while. */
const LOOK_EVERY_MS = 50

/** A receiver without attempts for this long counts as unknown again. */
const FORGOTTEN_AFTER_MS = 10 * 60_000

export type ReceiverGatesSettings<Queue> = {
  /** Starts an attempt. The caller has to call `ended` afterwards. */
  begin(due: DueAttempt): void
  /** Asks for another claim from the queue. */
  wantMore(queue: Queue): void
  /** The number of processes that share MAX_CONCURRENT_PER_RECEIVER. */
  processes(): number
  /** In ms. */
  now(): number
  /** How many attempts may be in flight. Default: MAX_IN_FLIGHT. */
  inFlight?: number
  /** How many of one receiver, in all processes together. Default: MAX_CONCURRENT_PER_RECEIVER. */
  ofOneReceiver?: number
}

/** Starts claimed attempts when their receivers, their hosts and the process have room. */
export class GateRegistry<Queue> {
  readonly #settings: ReceiverGatesSettings<Queue>
  readonly #receivers = new Map<string, GatedReceiver<Queue>>()
  readonly #flights: Flights
  readonly #planner: ClaimPlanner<Queue>
  readonly #ofOneReceiver: number
  /** Receivers with attempts that wait for room. */
  readonly #held = new Set<GatedReceiver<Queue>>()
  #timer: NodeJS.Timeout | null = null
  #forgotAt: number

  constructor(settings: ReceiverGatesSettings<Queue>) {
    this.#settings = settings
    this.#ofOneReceiver = settings.ofOneReceiver ?? MAX_CONCURRENT_PER_RECEIVER
    this.#planner = new ClaimPlanner(this.#ofOneReceiver)
    this.#flights = new Flights({
      processes: () => settings.processes(),
      lookEveryMs: LOOK_EVERY_MS,
      limit: settings.inFlight,
    })
    this.#forgotAt = settings.now()
  }

  /**
   * Takes claimed attempts.
   *
   * @returns attempts beyond what their receivers can take, which the caller gives back
   */
  add(queue: Queue, claimed: DueAttempt[]): DueAttempt[] {
    const since = this.#settings.now()
    const touched = new Set<GatedReceiver<Queue>>()
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
    const flight = this.#flights.get(due)
    const receiver = this.#receivers.get(due.receiver)
    if (flight === undefined || receiver === undefined) return true
    const { gate, waiting } = receiver
    const waitedMs = this.#settings.now() - flight.since
    const mayHurry = flight.isHurried || this.#flights.hasRoomForHurried()
    const limit = gate.limit(this.#cap(), waitedMs, mayHurry)
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
    const flight = this.#flights.get(due)
    const receiver = this.#receivers.get(due.receiver)
    if (flight === undefined || receiver === undefined) return
    this.#land(due, flight, receiver)
    const { gate } = receiver
    gate.lastUsedAt = this.#settings.now()
    if (delivered !== null) gate.ended(delivered)
    if (receiver.waiting.length > 0) this.#letIn(receiver)
    else if (receiver.mayHaveMore.size > 0) gate.starve(gate.lastUsedAt)
    this.#wantMoreOf(receiver)
  }

  /** Ends a claim whose outcome is recorded, or that was given back. */
  released(due: DueAttempt): void {
    const receiver = this.#receivers.get(due.receiver)
    if (receiver === undefined) return
    receiver.claimed -= 1
    if (receiver.claimed === 0) receiver.gate.rest()
    this.#wantMoreOf(receiver)
  }

  /**
   * Decides what to claim next (ClaimPlanner).
   *
   * @param room how many may be claimed
   * @returns null if there is nothing to claim that has room
   */
  wanted(queue: Queue, mayHaveNewAttempts: boolean, room: number): Wanted | null {
    const now = this.#settings.now()
    this.#forget(now)
    const receivers = this.#receivers.values()
    return this.#planner.plan(queue, { receivers, mayHaveNewAttempts, room, cap: this.#cap(), now })
  }

  /** Learns from a claim which receivers may have more due attempts. */
  claimed(queue: Queue, wanted: Wanted, due: DueAttempt[]): void {
    const receivers = this.#receivers.values()
    learnFromClaim(queue, wanted, due, { receivers, processes: this.#settings.processes() })
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

  /** How many receivers are down, of those with an attempt within FORGOTTEN_AFTER_MS. */
  countDown(): number {
    return [...this.#receivers.values()].filter(({ gate }) => gate.isDown()).length
  }

  #cap(): number {
    return Math.max(1, Math.floor(this.#ofOneReceiver / this.#settings.processes()))
  }

  #receiver(key: string): GatedReceiver<Queue> {
    let receiver = this.#receivers.get(key)
    if (receiver === undefined) {
      const gate = new ReceiverGate(this.#settings.now())
      receiver = { key, gate, waiting: [], claimed: 0, claimedBefore: 0, mayHaveMore: new Set() }
      this.#receivers.set(key, receiver)
    }
    return receiver
  }

  #letIn(receiver: GatedReceiver<Queue>): void {
    const { gate, waiting } = receiver
    const now = this.#settings.now()
    const cap = this.#cap()
    const ahead = gate.prefetchCount()
    // Reads many at a time.
    if (ahead > 0 && gate.inFlight > gate.limit(cap, 0, false) + ahead * REFILL_BELOW) {
      this.#hold(receiver)
      return
    }
    for (;;) {
      const [next] = waiting
      if (next === undefined) break
      const proven = gate.limit(cap, 0, false) + ahead
      const limit = gate.limit(cap, now - next.since, this.#flights.canHurry(now)) + ahead
      if (gate.inFlight >= limit) break
      const isHurried = gate.inFlight >= proven
      if (!this.#flights.start(next.due, next.since, isHurried)) break
      waiting.shift()
      gate.inFlight += 1
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

  #wantMoreOf(receiver: GatedReceiver<Queue>): void {
    if (receiver.mayHaveMore.size === 0 || !isHungry(receiver, this.#cap())) return
    for (const queue of receiver.mayHaveMore) this.#settings.wantMore(queue)
  }

  #land(due: DueAttempt, flight: Flight, { gate }: GatedReceiver<Queue>): void {
    this.#flights.land(due, flight)
    if (flight.isPosted) gate.posting -= 1
    gate.inFlight -= 1
  }

  #hold(receiver: GatedReceiver<Queue>): void {
    this.#held.add(receiver)
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      for (const held of [...this.#held]) this.#letIn(held)
    }, LOOK_EVERY_MS)
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
