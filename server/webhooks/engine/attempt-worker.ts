import { performance } from 'node:perf_hooks'
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { AttemptQueue, ClaimTimings, DueAttempt } from './attempt-queue.ts'
import { type Claimed, Claims } from './claims.ts'
import { GateRegistry } from './gate-registry.ts'
import type { Processes } from './live-processes.ts'
import {
  type CompletedAttempt,
  OutcomeWriter,
  type OutcomeWriterDependencies,
} from './outcome-writer.ts'
import type { GateSubject } from './receiver-gate.ts'
import { ReceiverLanes } from './receiver-lanes.ts'

/** Pauses a loop between two rounds until it is woken or `pollMs` have passed. */
class Sleeper {
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

const LOOK_EVERY_MS = 100

/** Older measurements say nothing about now, because many posts start together after a rest. */
const KNOWN_FOR_MS = 300

const BUSY_FROM = 0.6

/** Of one process, and of one receiver in all processes together. */
export type AttemptLimits = { inFlight?: number; ofOneReceiver?: number }

/** The timings of a queue of attempts and its worker. */
export type AttemptTimings = ClaimTimings & { pollMs: number }

export type AttemptWorkerDependencies<
  Subject extends GateSubject,
  Attempt extends CompletedAttempt,
> = OutcomeWriterDependencies<Attempt> & {
  db: Kysely<Schema>
  /** In the order in which they are claimed from. */
  queues: AttemptQueue[]
  processes: Processes
  /** Loads all that the attempts need, by their job: an event may have a former one in the same read. */
  read(due: DueAttempt[]): Promise<Map<string, Subject>>
  timings: AttemptTimings
  /** Rejects only if nothing was sent. The claim then expires, and the attempt is made again. */
  attempt(subject: Subject): Promise<Attempt>
  /** How many attempts may be in flight, and how many of one receiver. Default: the engine's own. */
  limits?: AttemptLimits
}

/**
 * What a claim found: whether it reached its limit, which kind it was, whether the other kind follows, and
 * whether it found at least half of its limit.
 */
type Found = { isFull: boolean; isDeep: boolean; needsOtherKind: boolean; foundMany: boolean }
const NOTHING: Found = { isFull: false, isDeep: false, needsOtherKind: false, foundMany: false }

const MAX_CLAIM_BATCH = 500

/** How many start before the event loop gets a turn: each may open a connection. */
const MAX_STARTED_PER_TURN = 25

/** Attempts that start while all reads are busy go into the next read together. */
const MAX_READS = 2
/** A second read starts only for this many attempts, because few large ones cost less. */
const MIN_FOR_ANOTHER_READ = 100

/** The minimum pause between two claims. A claim that searched long to find few is followed by a longer one. */
const CLAIM_PAUSE_MS = 5
const PAUSE_FOR_EACH_MS_OF_CLAIM = 2

/**
 * Makes the attempts that are due: claims them, starts them when their receivers have room, makes them
 * and records their outcomes. Any number of processes may share one database.
 */
export class AttemptWorker<Subject extends GateSubject, Attempt extends CompletedAttempt> {
  readonly #dependencies: AttemptWorkerDependencies<Subject, Attempt>
  readonly #writer: OutcomeWriter<Attempt>
  readonly #gates: GateRegistry<AttemptQueue>
  readonly #lanes: ReceiverLanes
  readonly #claims: Claims
  readonly #sleepers = new Map<AttemptQueue, Sleeper>()
  #letIn: Claimed[] = []
  #reading = 0
  #stopping = false
  #idle = () => {}
  readonly #ended: Promise<unknown>

  constructor(dependencies: AttemptWorkerDependencies<Subject, Attempt>) {
    this.#dependencies = dependencies
    this.#writer = new OutcomeWriter(dependencies)
    const { processes, limits = {}, queues } = dependencies
    this.#lanes = new ReceiverLanes(watchTimeToSpare(), limits.ofOneReceiver)
    this.#claims = new Claims(dependencies)
    this.#gates = new GateRegistry<AttemptQueue>({
      begin: due => this.#begin(due),
      wantMore: queue => this.#sleepers.get(queue)?.wake(false),
      processes: () => processes.count(),
      now: () => performance.now(),
      ...limits,
    })
    processes.reportLate(() => this.#gates.late())
    dependencies.observe?.watchReceivers(() => this.#gates.countDown())
    this.#ended = Promise.all(queues.map(queue => this.#claimFrom(queue)))
  }

  /** Reports that attempts were added. */
  wake(): void {
    for (const sleeper of this.#sleepers.values()) sleeper.wake(true)
  }

  /** Stops claiming. Resolves when every attempt in flight has ended and is recorded. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.wake()
    await this.#ended
    await this.#giveBack(this.#gates.takeWaiting())
    if (this.#claims.count > 0) {
      await new Promise<void>(resolve => {
        this.#idle = resolve
      })
    }
    this.#claims.close()
  }

  async #claimFrom(queue: AttemptQueue): Promise<void> {
    const sleeper = new Sleeper(this.#dependencies.timings.pollMs)
    this.#sleepers.set(queue, sleeper)
    while (!this.#stopping) {
      const { mayHaveNewAttempts } = sleeper.beginRound()
      const began = performance.now()
      const found = await this.#claim(queue, mayHaveNewAttempts)
      if (found.needsOtherKind || found.isFull)
        sleeper.wake(found.isFull || (mayHaveNewAttempts && found.isDeep))
      const tookMs = performance.now() - began
      const pauseAfterClaimMs = found.foundMany ? 0 : PAUSE_FOR_EACH_MS_OF_CLAIM * tookMs
      await sleeper.pause(Math.max(CLAIM_PAUSE_MS, pauseAfterClaimMs))
      if (!this.#stopping) await sleeper.sleep()
    }
  }

  async #claim(queue: AttemptQueue, mayHaveNewAttempts: boolean): Promise<Found> {
    const { db, logger, observe } = this.#dependencies
    const room = Math.min(MAX_CLAIM_BATCH, this.#claims.room())
    if (room === 0) return NOTHING
    const wanted = this.#gates.wanted(queue, mayHaveNewAttempts, room)
    if (wanted === null) return NOTHING
    const skippedAccounts = this.#claims.fullAccounts()
    const { limit, ofOneReceiver, skippedReceivers } = wanted
    const began = performance.now()
    try {
      const due = await db
        .transaction()
        .execute(trx =>
          queue.claim(trx, { limit, ofOneReceiver, skippedReceivers, skippedAccounts }),
        )
      observe?.claimed(performance.now() - began)
      const surplus = this.#gates.add(queue, this.#claims.add(queue, due))
      this.#gates.claimed(queue, wanted, due)
      await this.#giveBack(surplus)
      const { isDeep, needsOtherKind } = wanted
      const foundMany = due.length * 2 >= limit
      return { isFull: !isDeep && due.length === limit, isDeep, needsOtherKind, foundMany }
    } catch (error) {
      logger.warn(error, 'due attempts could not be claimed')
      return NOTHING
    }
  }

  #begin(due: DueAttempt): void {
    const claimed = this.#claims.get(due)
    if (claimed === undefined) return
    this.#letIn.push(claimed)
    // Attempts that start in the same turn of the event loop are read together.
    if (this.#letIn.length === 1 || this.#letIn.length === MIN_FOR_ANOTHER_READ) {
      setImmediate(() => this.#readLetIn())
    }
  }

  async #readLetIn(): Promise<void> {
    if (this.#letIn.length === 0 || this.#reading >= MAX_READS) return
    if (this.#reading > 0 && this.#letIn.length < MIN_FOR_ANOTHER_READ) return
    this.#reading += 1
    const claimed = this.#letIn
    this.#letIn = []
    try {
      const subjects = await this.#dependencies.read(claimed.map(({ due }) => due))
      for (const [place, one] of claimed.entries()) {
        if (place > 0 && place % MAX_STARTED_PER_TURN === 0) await yieldToEventLoop()
        void this.#make(one, subjects.get(one.due.jobId))
      }
    } catch (error) {
      // Their claims expire, and the attempts are made later.
      this.#dependencies.logger.error(error, 'due attempts could not be read')
      for (const one of claimed) {
        this.#gates.ended(one.due, null)
        this.#release(one)
      }
    } finally {
      this.#reading -= 1
      void this.#readLetIn()
    }
  }

  async #make(claimed: Claimed, subject: Subject | undefined): Promise<void> {
    const { due, queue } = claimed
    const { receiver } = due
    let delivered: boolean | null = null
    let isPutBack = false
    try {
      if (subject === undefined) return await this.#writer.dropJob(queue, claimed)
      const turn = this.#lanes.enter(receiver)
      if (turn !== null) await turn
      if (!this.#gates.mayPost(due, subject)) {
        isPutBack = true
        this.#lanes.leave(receiver, 0)
        return
      }
      const began = performance.now()
      let attempt: Attempt
      try {
        attempt = await this.#dependencies.attempt(subject)
        delivered = attempt.outcome.delivered
      } finally {
        this.#lanes.leave(receiver, performance.now() - began)
        this.#gates.ended(due, delivered)
      }
      await this.#writer.settle(queue, claimed, attempt)
    } catch (error) {
      // Nothing was sent: the sender is closed, or a header is invalid. The claim expires.
      this.#dependencies.logger.error(error, `attempt of ${due.id} could not be made`)
    } finally {
      if (subject === undefined) this.#gates.ended(due, null)
      if (!isPutBack) this.#release(claimed)
    }
  }

  #release(claimed: Claimed): void {
    this.#claims.remove(claimed)
    this.#gates.released(claimed.due)
    if (this.#stopping && this.#claims.count === 0) this.#idle()
  }

  async #giveBack(due: DueAttempt[]): Promise<void> {
    const { db, logger } = this.#dependencies
    const byQueue = Map.groupBy(
      due.flatMap(one => this.#claims.get(one) ?? []),
      ({ queue }) => queue,
    )
    for (const [queue, claimed] of byQueue) {
      for (const one of claimed) this.#release(one)
      const due = claimed.map(one => one.due)
      await db
        .transaction()
        .execute(trx => queue.giveBack(trx, due))
        .catch(error => logger.warn(error, 'claims could not be released; they will expire'))
    }
  }
}

/**
 * Watches how busy the event loop is.
 *
 * @returns a function that says whether the loop had time to spare at the last check
 */
function watchTimeToSpare(): () => boolean {
  let lookedAt = performance.now()
  let before = performance.eventLoopUtilization()
  let hasTimeToSpare = false
  return () => {
    const now = performance.now()
    if (now - lookedAt < LOOK_EVERY_MS) return hasTimeToSpare
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, before)
    hasTimeToSpare = now - lookedAt < KNOWN_FOR_MS && utilization < BUSY_FROM
    before = current
    lookedAt = now
    return hasTimeToSpare
  }
}
