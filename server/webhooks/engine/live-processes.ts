import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** A receiver whose attempts begin late, since it doesn't answer. */
export type LateReceiver = { account: string; receiver: string; latenessMs: number }

type LiveProcessesDependencies = {
  db: Kysely<Schema>
  logger: Pick<FastifyBaseLogger, 'warn'>
  /** Waits `ms`; rejects once the signal is aborted. */
  wait: (ms: number, signal?: AbortSignal) => Promise<unknown>
  /** How often a process says that it lives. After five times as long without a word, it counts as dead. */
  everyMs: number
}

/** What the worker of a process asks of them. */
export type Processes = Pick<LiveProcesses, 'count' | 'reportLate' | 'leave'>

/** For a process that makes no attempts, and for tests of one that shares its database with no other. */
export const ALONE: Processes = { count: () => 1, reportLate: () => {}, leave: async () => {} }

/** Counts as dead after so many times the pause between two signs of life. */
const SIGNS_MISSED = 5

/**
 * The processes that make attempts on one database. They divide among them how many attempts a
 * receiver gets at a time, so each of them says every so often that it lives.
 */
export class LiveProcesses {
  readonly #dependencies: LiveProcessesDependencies
  readonly #id = randomUUID()
  readonly #ending = new AbortController()
  readonly #late: (() => LateReceiver[])[] = []
  #count = 1
  #kept: Promise<void> = Promise.resolve()

  private constructor(dependencies: LiveProcessesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Joins the others. Where there are some, resolves only when they have had the time to see it: they
   * then leave their part of each receiver to this one.
   */
  static async join(dependencies: LiveProcessesDependencies): Promise<LiveProcesses> {
    const processes = new LiveProcesses(dependencies)
    await processes.#sayAlive()
    if (processes.#count > 1) await dependencies.wait(2 * dependencies.everyMs)
    processes.#kept = processes.#keepSaying()
    return processes
  }

  /** How many there are, this one included. */
  count(): number {
    return this.#count
  }

  /** Has the others, and those that show it, know which receivers' attempts are late. */
  reportLate(late: () => LateReceiver[]): void {
    this.#late.push(late)
  }

  async leave(): Promise<void> {
    this.#ending.abort()
    await this.#kept
    const { db, logger } = this.#dependencies
    await db
      .deleteFrom('worker_process')
      .where('id', '=', this.#id)
      .execute()
      .catch(error => logger.warn(error, 'this process could not say that it has stopped'))
  }

  async #keepSaying(): Promise<void> {
    const { wait, everyMs, logger } = this.#dependencies
    const { signal } = this.#ending
    while (!signal.aborted) {
      await wait(everyMs, signal).catch(() => {})
      if (signal.aborted) return
      await this.#sayAlive().catch(error =>
        logger.warn(error, 'this process could not say that it lives'),
      )
    }
  }

  async #sayAlive(): Promise<void> {
    const { db, everyMs } = this.#dependencies
    const late = JSON.stringify(this.#late.flatMap(of => of()))
    const lifetime = sql`${SIGNS_MISSED * everyMs} * interval '1 millisecond'`
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
