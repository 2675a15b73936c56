import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** A receiver that doesn't answer and whose attempts start late. */
export type LateReceiver = { account: string; receiver: string; latenessMs: number }

type LiveProcessesDependencies = {
  db: Kysely<Schema>
  logger: Pick<FastifyBaseLogger, 'warn'>
  /** Waits `ms`; rejects once the signal is aborted. */
  wait: (ms: number, signal?: AbortSignal) => Promise<unknown>
  /** How often a process reports that it is alive. It counts as dead after five missed reports. */
  everyMs: number
}

/** The part that the worker of a process uses. */
export type Processes = Pick<LiveProcesses, 'count' | 'reportLate' | 'leave'>

/** Replaces LiveProcesses in a process that makes no attempts, and in tests with a database of their own. */
export const ALONE: Processes = { count: () => 1, reportLate: () => {}, leave: async () => {} }

/** A process counts as dead after this many missed reports. */
const MAX_MISSED_REPORTS = 5

/**
 * The processes that make attempts on one database. They share the concurrency of each receiver, so
 * each of them reports at intervals that it is alive.
 */
export class LiveProcesses {
  readonly #dependencies: LiveProcessesDependencies
  readonly #id = randomUUID()
  readonly #ending = new AbortController()
  readonly #late: (() => LateReceiver[])[] = []
  #count = 1
  #heartbeat: Promise<void> = Promise.resolve()

  private constructor(dependencies: LiveProcessesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Joins the other processes. If there are any, this resolves when they have had the time to notice
   * and to leave this process its part of each receiver.
   */
  static async join(dependencies: LiveProcessesDependencies): Promise<LiveProcesses> {
    const processes = new LiveProcesses(dependencies)
    await processes.#sayAlive()
    if (processes.#count > 1) await dependencies.wait(2 * dependencies.everyMs)
    processes.#heartbeat = processes.#keepSaying()
    return processes
  }

  count(): number {
    return this.#count
  }

  /** Publishes which receivers' attempts are late. */
  reportLate(late: () => LateReceiver[]): void {
    this.#late.push(late)
  }

  async leave(): Promise<void> {
    this.#ending.abort()
    await this.#heartbeat
    const { db, logger } = this.#dependencies
    await db
      .deleteFrom('worker_process')
      .where('id', '=', this.#id)
      .execute()
      .catch(error => logger.warn(error, 'this process could not report that it has stopped'))
  }

  async #keepSaying(): Promise<void> {
    const { wait, everyMs, logger } = this.#dependencies
    const { signal } = this.#ending
    while (!signal.aborted) {
      await wait(everyMs, signal).catch(() => {})
      if (signal.aborted) return
      await this.#sayAlive().catch(error =>
        logger.warn(error, 'this process could not report that it is alive'),
      )
    }
  }

  async #sayAlive(): Promise<void> {
    const { db, everyMs } = this.#dependencies
    const late = JSON.stringify(this.#late.flatMap(of => of()))
    const lifetime = sql`${MAX_MISSED_REPORTS * everyMs} * interval '1 millisecond'`
    const { rows } = await sql<{ count: number }>`
      with dead as (
        delete from worker_process where alive_until < clock_timestamp() - interval '1 minute'
      ), alive as (
        insert into worker_process (id, alive_until, late)
        values (${this.#id}::uuid, clock_timestamp() + ${lifetime}, ${late}::jsonb)
        on conflict (id) do update set alive_until = excluded.alive_until, late = excluded.late
      )
      select count(*)::integer as count from worker_process
      where alive_until > clock_timestamp() and id <> ${this.#id}::uuid
    `.execute(db)
    this.#count = (rows[0]?.count ?? 0) + 1
  }
}
