import { performance } from 'node:perf_hooks'
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AttemptQueue, ClaimTimings, DueAttempt } from './attempt-queue.ts'
import { type Claimed, Claims } from './claims.ts'
import type { Processes } from './live-processes.ts'
import {
  type CompletedAttempt,
  OutcomeWriter,
  type OutcomeWriterDependencies,
} from './outcome-writer.ts'
import type { LimitedAttempt } from './receiver-limit.ts'
import { ReceiverLimits } from './receiver-limits.ts'

/** Lets a loop sleep between two rounds until it is woken or `pollMs` have passed. */
class Sleeper {
  readonly #pollMs: number
  #mayHaveNewAttempts = true
  #checkedAt = Number.NEGATIVE_INFINITY
  #woken = Promise.withResolvers<void>()

  constructor(pollMs: number) {
    this.#pollMs = pollMs
  }

  /** @param mayHaveNewAttempts whether something was added, rather than room became free */
  wake(mayHaveNewAttempts: boolean): void {
    this.#mayHaveNewAttempts ||= mayHaveNewAttempts
    this.#woken.resolve()
  }

  /** Returns whether something was added since the last round, or the last check was `pollMs` ago. */
  beginRound(): { mayHaveNewAttempts: boolean } {
    const now = performance.now()
    const mayHaveNewAttempts = this.#mayHaveNewAttempts || now - this.#checkedAt >= this.#pollMs
    if (mayHaveNewAttempts) this.#checkedAt = now
    this.#mayHaveNewAttempts = false
    this.#woken = Promise.withResolvers()
    return { mayHaveNewAttempts }
  }

  async sleep(): Promise<void> {
    const timer = setTimeout(() => this.#woken.resolve(), this.#pollMs)
    await this.#woken.promise
    clearTimeout(timer)
  }
}

/** The limits of one process, and of one receiver in all processes together. */
export type AttemptLimits = { inFlight?: number; ofOneReceiver?: number }

export type AttemptTimings = ClaimTimings & { pollMs: number }

/** What all workers of a process have in common. */
export type WorkerContext = Omit<OutcomeWriterDependencies<never>, 'record'> & {
  processes: Processes
  timings: AttemptTimings
  /** How many attempts may be in flight, and how many of one receiver. Default: the engine's own. */
  limits?: AttemptLimits
}

type AttemptWorkerDependencies<
  Subject extends LimitedAttempt,
  Attempt extends CompletedAttempt,
> = WorkerContext &
  OutcomeWriterDependencies<Attempt> & {
    /** The worker claims from them in this order. */
    queues: AttemptQueue[]
    /** Loads all that the attempts need, by their job: an event may have a former one in the same read. */
    read(due: DueAttempt[]): Promise<Map<string, Subject>>
    /** Rejects only if nothing was sent. The claim then expires, and the attempt is made again. */
    attempt(subject: Subject): Promise<Attempt>
  }

const MAX_CLAIM_BATCH = 500

/** How many are posted before the event loop continues: each may open a connection. */
const MAX_POSTS_AT_ONCE = 25

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
export class AttemptWorker<Subject extends LimitedAttempt, Attempt extends CompletedAttempt> {
  readonly #dependencies: AttemptWorkerDependencies<Subject, Attempt>
  readonly #writer: OutcomeWriter<Attempt>
  readonly #limits: ReceiverLimits<AttemptQueue, Subject>
  readonly #claims: Claims
  readonly #sleepers = new Map<AttemptQueue, Sleeper>()
  #toRead: Claimed[] = []
  #reading = 0
  #stopping = false
  #idle = () => {}
  readonly #ended: Promise<unknown>

  constructor(dependencies: AttemptWorkerDependencies<Subject, Attempt>) {
    this.#dependencies = dependencies
    this.#writer = new OutcomeWriter(dependencies)
    const { processes, limits = {}, queues } = dependencies
    this.#claims = new Claims(dependencies)
    this.#limits = new ReceiverLimits({
      read: due => this.#read(due),
      post: (due, subject) => void this.#post(due, subject),
      wantMore: queue => this.#sleepers.get(queue)?.wake(false),
      processes: () => processes.count(),
      isBusy: watchEventLoop(),
      now: () => performance.now(),
      ...limits,
    })
    processes.reportLate(() => this.#limits.late())
    dependencies.observe?.watchReceivers(() => this.#limits.countDown())
    this.#ended = Promise.all(queues.map(queue => this.#claimFrom(queue)))
  }

  wake(): void {
    for (const sleeper of this.#sleepers.values()) sleeper.wake(true)
  }

  /** Stops claiming. Resolves when every attempt in flight has ended and is recorded. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.wake()
    await this.#ended
    await this.#giveBack(this.#limits.takeWaiting())
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
      await wait(await this.#claim(queue, sleeper))
      if (!this.#stopping) await sleeper.sleep()
    }
  }

  /** @returns the minimum pause until the next claim, in ms */
  async #claim(queue: AttemptQueue, sleeper: Sleeper): Promise<number> {
    const { db, logger, observe } = this.#dependencies
    const { mayHaveNewAttempts } = sleeper.beginRound()
    const room = Math.min(MAX_CLAIM_BATCH, this.#claims.room())
    const plan = room === 0 ? null : this.#limits.planClaim(queue, mayHaveNewAttempts, room)
    if (plan === null) return CLAIM_PAUSE_MS
    const skippedAccounts = this.#claims.fullAccounts()
    const { limit, isDeep, needsOtherKind } = plan
    const began = performance.now()
    try {
      const due = await db
        .transaction()
        .execute(trx => queue.claim(trx, { ...plan, skippedAccounts }))
      observe?.claimed(performance.now() - began)
      const surplus = this.#limits.add(queue, this.#claims.add(queue, due))
      this.#limits.claimed(queue, plan, due)
      await this.#giveBack(surplus)
      const isFull = !isDeep && due.length === limit
      if (isFull || needsOtherKind) sleeper.wake(isFull || (mayHaveNewAttempts && isDeep))
      if (due.length * 2 >= limit) return CLAIM_PAUSE_MS
    } catch (error) {
      logger.warn(error, 'due attempts could not be claimed')
    }
    return Math.max(CLAIM_PAUSE_MS, PAUSE_FOR_EACH_MS_OF_CLAIM * (performance.now() - began))
  }

  #read(due: DueAttempt): void {
    const claimed = this.#claims.get(due)
    if (claimed === undefined) return
    this.#toRead.push(claimed)
    // Attempts that start in the same iteration of the event loop are read together.
    if (this.#toRead.length === 1 || this.#toRead.length === MIN_FOR_ANOTHER_READ) {
      setImmediate(() => this.#readAll())
    }
  }

  async #readAll(): Promise<void> {
    if (this.#toRead.length === 0 || this.#reading >= MAX_READS) return
    if (this.#reading > 0 && this.#toRead.length < MIN_FOR_ANOTHER_READ) return
    this.#reading += 1
    const claimed = this.#toRead
    this.#toRead = []
    try {
      const subjects = await this.#dependencies.read(claimed.map(({ due }) => due))
      for (const [index, one] of claimed.entries()) {
        if (index > 0 && index % MAX_POSTS_AT_ONCE === 0) await yieldToEventLoop()
        const subject = subjects.get(one.due.jobId)
        if (subject === undefined) void this.#drop(one)
        else this.#limits.ready(one.due, subject)
      }
    } catch (error) {
      // Their claims expire, and the attempts are made later.
      this.#dependencies.logger.error(error, 'due attempts could not be read')
      for (const one of claimed) {
        this.#limits.ended(one.due, null)
        this.#release(one)
      }
    } finally {
      this.#reading -= 1
      void this.#readAll()
    }
  }

  /** Ends the leftover job of an attempt that was made already. */
  async #drop(claimed: Claimed): Promise<void> {
    await this.#writer.settle(claimed.queue, claimed, null)
    this.#limits.ended(claimed.due, null)
    this.#release(claimed)
  }

  async #post(due: DueAttempt, subject: Subject): Promise<void> {
    const claimed = this.#claims.get(due)
    if (claimed === undefined) return
    let delivered: boolean | null = null
    let attempt: Attempt
    try {
      attempt = await this.#dependencies.attempt(subject)
      delivered = attempt.outcome.delivered
    } catch (error) {
      // Nothing was sent: the sender is closed, or a header is invalid. The claim expires.
      this.#dependencies.logger.error(error, `attempt of ${due.id} could not be made`)
      return this.#release(claimed)
    } finally {
      this.#limits.ended(due, delivered)
    }
    await this.#writer.settle(claimed.queue, claimed, attempt)
    this.#release(claimed)
  }

  #release(claimed: Claimed): void {
    this.#claims.remove(claimed)
    this.#limits.released(claimed.due)
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

const MEASURE_EVERY_MS = 100

/** Older measurements say nothing about now, because many posts start together after a rest. */
const VALID_FOR_MS = 300

const BUSY_FROM = 0.6

/** @returns a function that says whether the event loop was busy at the last check, or may be busy now */
function watchEventLoop(): () => boolean {
  let measuredAt = performance.now()
  let last = performance.eventLoopUtilization()
  let isBusy = true
  return () => {
    const now = performance.now()
    if (now - measuredAt < MEASURE_EVERY_MS) return isBusy
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    isBusy = now - measuredAt >= VALID_FOR_MS || utilization >= BUSY_FROM
    last = current
    measuredAt = now
    return isBusy
  }
}
