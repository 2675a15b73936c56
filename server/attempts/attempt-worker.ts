import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises'
import type { AttemptQueue, ClaimTimings, DueAttempt } from './attempt-queue.ts'
import { Places } from './places.ts'
import { type Made, Settler, type SettlerDependencies } from './settler.ts'

/** What a queue of attempts and its worker take from the process's timings. */
export type AttemptTimings = ClaimTimings & { pollMs: number }

export type AttemptWorkerDependencies<
  Subject,
  Attempt extends Made,
> = SettlerDependencies<Attempt> & {
  queue: AttemptQueue
  /** What still waits for these attempts, by its id, with all that it takes to make them. */
  read(due: DueAttempt[]): Promise<Map<number, Subject>>
  /** How often due attempts are looked for where nothing has woken the worker. */
  pollMs: number
  /** Rejects only where nothing was sent: then the claim runs out, and the attempt is made again. */
  attempt(subject: Subject): Promise<Attempt>
  /** How many attempts the process has in flight at a time. Only tests have their own number. */
  places?: number
}

/** Enough that the next attempts are posted while many receivers hang, and the last are being kept. */
const PLACES = 2_000

/** So many are claimed at once at most. */
const AT_ONCE = 500

/** So many are begun before whatever else the process has to do: each may take a new connection. */
const BETWEEN_TURNS = 25

/** Between two claims: each counts what is in flight, so that a few large ones cost least. */
const CLAIM_PAUSE_MS = 25

/**
 * Makes the attempts that are due: claims them, makes them, and has their outcomes recorded. Any
 * number of processes may do so on one database.
 */
export class AttemptWorker<Subject, Attempt extends Made> {
  readonly #dependencies: AttemptWorkerDependencies<Subject, Attempt>
  readonly #settler: Settler<Attempt>
  /** What this process's attempts in flight are of, whose outcomes aren't kept yet. */
  readonly #inFlight = new Set<number>()
  readonly #places: Places
  #stopping = false
  #awake = false
  #wakeUp = () => {}
  #idle = () => {}
  readonly #ended: Promise<void>

  constructor(dependencies: AttemptWorkerDependencies<Subject, Attempt>) {
    this.#dependencies = dependencies
    this.#settler = new Settler(dependencies)
    this.#places = new Places(dependencies.places ?? PLACES)
    this.#ended = this.#run()
  }

  /** Says that something may be due: attempts were added, or a receiver has room again. */
  wake(): void {
    this.#awake = true
    this.#wakeUp()
  }

  /** Claims no more, and resolves once every attempt in flight has ended and is kept. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.wake()
    await this.#ended
    if (this.#places.isUnused()) return
    await new Promise<void>(resolve => {
      this.#idle = resolve
    })
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#awake = false
      const due = await this.#claim()
      if (due.length > 0) {
        void this.#make(due)
        await sleep(CLAIM_PAUSE_MS)
      } else await this.#sleep()
    }
  }

  async #claim(): Promise<DueAttempt[]> {
    const { db, queue, logger } = this.#dependencies
    const room = Math.min(AT_ONCE, this.#places.room())
    if (room <= 0) return []
    try {
      const full = this.#places.full()
      const due = await db.transaction().execute(trx => queue.claim(trx, room, full))
      this.#places.take(due.map(({ account }) => account))
      return due
    } catch (error) {
      logger.warn(error, 'due attempts could not be looked for')
      return []
    }
  }

  #sleep(): Promise<void> {
    if (this.#awake) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, this.#dependencies.pollMs)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #make(due: DueAttempt[]): Promise<void> {
    const { read, logger } = this.#dependencies
    // An attempt of ours whose claim ran out while the database was away is still being settled.
    const claimed = due.filter(({ id }) => !this.#inFlight.has(id))
    this.#release(due.filter(({ id }) => this.#inFlight.has(id)))
    for (const { id } of claimed) this.#inFlight.add(id)
    try {
      const subjects = await read(claimed)
      for (const [place, one] of claimed.entries()) {
        if (place > 0 && place % BETWEEN_TURNS === 0) await othersTurn()
        void this.#attempt(one, subjects.get(one.id))
      }
    } catch (error) {
      // Their claims run out, and then they are made.
      logger.error(error, 'due attempts could not be read')
      for (const { id } of claimed) this.#inFlight.delete(id)
      this.#release(claimed)
    }
  }

  async #attempt(due: DueAttempt, subject: Subject | undefined): Promise<void> {
    const { jobId, id } = due
    try {
      if (subject === undefined) await this.#settler.discard(jobId)
      else await this.#settler.settle(jobId, await this.#dependencies.attempt(subject))
    } catch (error) {
      // Nothing was sent: the sender is closed, or a header can't be. The claim runs out.
      this.#dependencies.logger.error(error, `attempt of ${id} could not be made`)
    } finally {
      this.#inFlight.delete(id)
      this.#release([due])
    }
  }

  #release(ended: DueAttempt[]): void {
    if (ended.length === 0) return
    this.#places.release(ended.map(({ account }) => account))
    this.wake()
    if (this.#places.isUnused()) this.#idle()
  }
}
