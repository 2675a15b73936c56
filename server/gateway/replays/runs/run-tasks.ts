import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { codeOf } from '../../../webhooks/http/cause.ts'
import { closeItems, runLock } from '../sending/replay-repository.ts'
import { doPart, type RunTask, setTask, type TaskTools, taskLock } from './run-task.ts'
import type { StoredRun } from './stored-run.ts'

type RunTasksDependencies = {
  db: Kysely<Schema>
  tools: TaskTools
  logger: Pick<FastifyBaseLogger, 'warn'>
}

/** In which states of a run its task is to be done. */
const STATES: Record<RunTask, StoredRun['state'][]> = {
  queue: ['running'],
  withdraw: ['paused'],
  withdrawn: [],
  skip: ['cancelled', 'broken'],
  copy: ['reading'],
  delete: ['cancelled'],
}

/**
 * Goes on with the tasks of runs, whichever process began them: in turns, a part of each. It needs no
 * lease, as a process that dies leaves no part half done.
 */
export class RunTasks {
  readonly #dependencies: RunTasksDependencies
  #underWay = Promise.resolve()
  #isWaiting = false
  #isStopped = false
  #wokenAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: RunTasksDependencies) {
    this.#dependencies = dependencies
  }

  /** Says that there may be a task. To be called once its transaction is committed, and now and then. */
  wake(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#underWay = this.#underWay.then(async () => {
      this.#isWaiting = false
      await this.#work()
    })
  }

  /** Resolves once the part under way is done. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.#underWay
  }

  async #work(): Promise<void> {
    const { db, logger } = this.#dependencies
    try {
      for (let anyMoved = true; anyMoved; ) {
        const runs = await db
          .selectFrom('replay_run')
          .select(['id', 'service', 'list', 'task'])
          .where('task', 'is not', null)
          .where(sql<boolean>`not (state = 'paused' and task in ('withdrawn', 'queue'))`)
          .execute()
        anyMoved = false
        for (const run of runs) {
          if (this.#isStopped) return
          anyMoved = (await this.#moveOn(run)) || anyMoved
        }
      }
    } catch (error) {
      logger.warn(error, 'tasks of replay runs could not be looked for')
    }
  }

  /** @returns false where another process is at it, or it didn't work: then it waits for a while */
  async #moveOn(run: RunWithTask): Promise<boolean> {
    const { db, tools, logger } = this.#dependencies
    let isDone = false
    try {
      const hasMoved = await db.transaction().execute(async trx => {
        if (!(await isOurTurn(trx, run))) return false
        const current = await trx
          .selectFrom('replay_run')
          .selectAll()
          .where('id', '=', run.id)
          .executeTakeFirst()
        if (current === undefined || current.task === null) return true
        if (!STATES[current.task].includes(current.state)) await leaveTask(trx, current)
        else isDone = await doPart(trx, tools, current)
        return true
      })
      if (hasMoved && run.task === 'queue') this.#wakeQueue(isDone)
      return hasMoved
    } catch (error) {
      // The process that held the lock continues now.
      if (codeOf(error) === LOCK_NOT_AVAILABLE) return true
      logger.warn(error, `a part of what is to be done for replay run ${run.id} did not work`)
      return false
    }
  }

  #wakeQueue(isDone: boolean): void {
    const now = performance.now()
    if (!isDone && now - this.#wokenAt < WAKES_EVERY_MS) return
    this.#wokenAt = now
    this.#dependencies.tools.queue.wake()
  }
}

/** To look for what can be sent takes long where the receivers of many events have no room. */
const WAKES_EVERY_MS = 500

type RunWithTask = Pick<StoredRun, 'id' | 'service' | 'list' | 'task'>

/**
 * One process at a time is at a task. And one queues events of a list: so a click waits for one part
 * at most before it gets the list's lock.
 *
 * The version before locks a run's row first, and then waits for the run's lock. Whoever does a part
 * takes them in the other order, and so gives up before the database finds that both wait for ever.
 */
async function isOurTurn(trx: Transaction<Schema>, run: RunWithTask): Promise<boolean> {
  const queueing = sql`hashtextextended(${queueingKey(run)}, 0)`
  const { rows } = await sql<{ isOurs: boolean }>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(${taskLock(run.id)})
        and (${run.task !== 'queue'} or pg_try_advisory_xact_lock(${queueing})) as is_ours
    )
    select is_ours as "isOurs", set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
      case when is_ours then pg_advisory_xact_lock_shared(${runLock(sql`${run.id}::uuid`)})::text end
    from turn
  `.execute(trx)
  return rows[0]?.isOurs ?? false
}

/** Deadlocks are looked for after a second, where nothing else is set. */
const LOCK_TIMEOUT = '800ms'
const LOCK_NOT_AVAILABLE = '55P03'

/** What the one process that queues events of a list holds. */
export function queueingKey({ service, list }: Pick<StoredRun, 'service' | 'list'>): string {
  return `queueing of ${service} ${list}`
}

/**
 * Of a run that was changed by the version before, which knows no tasks. What it cancelled it skipped
 * at once, but what had not been queued yet it went on counting as open.
 */
async function leaveTask(trx: Transaction<Schema>, { id, state }: StoredRun): Promise<void> {
  // Queueing waits until somebody resumes the run.
  if (state === 'paused') return
  if (state !== 'cancelled') {
    await trx.updateTable('replay_run').set({ task: null }).where('id', '=', id).execute()
    return
  }
  await setTask(trx, id, 'skip')
  await sql`
    update replay_run set open_items = (
      select count(*) from replay_item
      where run_id = replay_run.id and state in ('prepared', 'queued', 'sending')
    )
    where id = ${id} and started_at is not null
  `.execute(trx)
  await closeItems(trx, id, 0)
}
