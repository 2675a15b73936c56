import type { TestClock } from 'pg-boss'
import type { Database } from '../../../database/database.ts'
import { SCHEDULE, TIME_ZONE } from '../../../testing/delivery-engine.ts'
import type { DueAttempt } from '../../engine/attempt-queue.ts'
import { OutcomeWriter } from '../../engine/outcome-writer.ts'
import type { DeliveryQueues } from '../add-deliveries.ts'
import { waitingDeliveries } from '../delivery-repository.ts'
import { nextState } from '../retry-schedule.ts'
import { type MadeAttempt, recordAttempts } from '../settle-attempts.ts'
import type { DeliveryModel } from './delivery-model.ts'

/** Waits for its turn, then does the work before anybody else's turn. */
export type Step = <Result>(label: string, work: () => Promise<Result>) => Promise<Result>

type ProcessDependencies = {
  name: string
  database: Database
  queues: DeliveryQueues
  clock: TestClock
  model: DeliveryModel
  step: Step
  /** Whether the receiver answers the next post with 200. */
  answers(): boolean
}

const SILENT = { error: () => {}, warn: () => {} }
const BATCH_SIZE = 10
const CLAIMING = {
  limit: BATCH_SIZE,
  ofOneReceiver: BATCH_SIZE,
  skippedReceivers: [],
  skippedAccounts: [],
}

/**
 * What an AttemptWorker does with its claimed attempts, in steps that a test can interleave with
 * those of others: claim, read, post and answer, settle. Everything except the post is real.
 */
export class InterleavedProcess {
  isDead = false
  readonly #dependencies: ProcessDependencies
  readonly #writer: OutcomeWriter<MadeAttempt>
  readonly #claimed = new Map<string, { due: DueAttempt; isRetry: boolean }>()

  constructor(dependencies: ProcessDependencies) {
    this.#dependencies = dependencies
    const { database, queues } = dependencies
    this.#writer = new OutcomeWriter<MadeAttempt>({
      db: database.db,
      logger: SILENT,
      record: (trx, attempts, detail) =>
        recordAttempts(trx, attempts, { queues, timeZone: TIME_ZONE, detail }),
    })
  }

  /** Claims what is due, and resolves when all of it is settled, or the process is dead. */
  async makeWhatIsDue(isRetry: boolean): Promise<void> {
    const { name, database, step, model } = this.#dependencies
    const due = await step(`${name} claims ${isRetry ? 'retries' : 'first attempts'}`, async () => {
      if (this.isDead) return []
      const found = await database.db
        .transaction()
        .execute(trx => this.#queue(isRetry).claim(trx, CLAIMING))
      for (const one of found) model.claimed(name, one)
      // Like the worker: it continues with its current work, on its newer claim.
      return found.filter(one => {
        const known = this.#claimed.get(one.jobId)
        if (known === undefined) this.#claimed.set(one.jobId, { due: one, isRetry })
        else known.due = one
        return known === undefined
      })
    })
    await Promise.all(due.map(one => this.#make(one, isRetry)))
  }

  /** Sends a heartbeat and extends its claims. */
  async extend(): Promise<void> {
    if (this.isDead) return
    const { name, database, model } = this.#dependencies
    for (const isRetry of [false, true]) {
      const claims = [...this.#claimed.values()].filter(one => one.isRetry === isRetry)
      await this.#queue(isRetry).extend(
        database.db,
        claims.map(({ due }) => due),
      )
    }
    model.extended(name)
  }

  async #make({ jobId, id }: DueAttempt, isRetry: boolean): Promise<void> {
    const { name, database, clock, model, step, answers } = this.#dependencies
    const queue = this.#queue(isRetry)
    const claim = this.#claimed.get(jobId)
    if (claim === undefined) throw new Error(`${name} has no claim of job ${jobId}`)
    const delivery = await step(`${name} reads ${id}`, async () => {
      if (this.isDead) return undefined
      const found = (await waitingDeliveries(database.db, [claim.due])).get(claim.due.jobId)
      if (found !== undefined) model.read(id, found.attempts + 1)
      return found
    })
    if (delivery === undefined) {
      return this.#end(`${name} discards ${id}`, jobId, () =>
        this.#writer.settle(queue, claim, null),
      )
    }
    const number = delivery.attempts + 1
    const delivered = answers()
    await step(`${name} posts attempt ${number} of ${id}: ${delivered ? 200 : 500}`, async () => {
      if (!this.isDead) model.posted(name, id, number, delivered)
    })
    const attempt: MadeAttempt = {
      id,
      url: delivery.url,
      account: delivery.account,
      number,
      outcome: {
        delivered,
        status: delivered ? 200 : 500,
        error: delivered ? null : 'answered 500',
        cause: null,
        at: new Date(clock.now()),
        duration_ms: 0,
        answer: null,
      },
      next: nextState(number, delivered, SCHEDULE, 0),
    }
    await this.#end(`${name} settles attempt ${number} of ${id}`, jobId, async () => {
      await this.#writer.settle(queue, claim, attempt)
      model.settled(id, number, delivered)
    })
  }

  #end(label: string, jobId: string, work: () => Promise<void>): Promise<void> {
    return this.#dependencies.step(label, async () => {
      if (this.isDead) return
      await work()
      this.#claimed.delete(jobId)
      this.#dependencies.model.released(this.#dependencies.name, jobId)
    })
  }

  #queue(isRetry: boolean) {
    const { first, retries } = this.#dependencies.queues
    return isRetry ? retries : first
  }
}
