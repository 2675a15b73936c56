import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import type { Schema } from '../../database/schema.ts'

/** A crash loses the checks of this time. */
const EVERY_MS = 60_000
/** More are stored at once, so that they don't fill the memory. */
const MAX_COUNTED = 10_000

type Counted = { list: number; caller: string; count: number; at: Date }

type RefusedChecksOptions = {
  db: Kysely<Schema>
  logger: Pick<FastifyBaseLogger, 'warn'>
  timeZone: string
  clock: () => Date
}

/**
 * Counts the checks in which a list blocked a caller. The telephone rings during a check, so they are counted in
 * memory and stored together.
 */
export class RefusedChecks {
  readonly #options: RefusedChecksOptions
  #counted = new Map<string, Counted>()
  #storing = Promise.resolve()
  readonly #timer = setInterval(() => void this.store(), EVERY_MS).unref()

  constructor(options: RefusedChecksOptions) {
    this.#options = options
  }

  add(lists: number[], caller: string): void {
    const at = this.#options.clock()
    for (const list of lists) {
      const key = `${list} ${caller}`
      const counted = this.#counted.get(key)
      if (counted) Object.assign(counted, { count: counted.count + 1, at })
      else this.#counted.set(key, { list, caller, count: 1, at })
    }
    if (this.#counted.size > MAX_COUNTED) void this.store()
  }

  /** Stores what was counted since the last time. */
  store(): Promise<void> {
    const counted = [...this.#counted.values()]
    this.#counted = new Map()
    this.#storing = this.#storing.then(() => this.#store(counted))
    return this.#storing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.store()
  }

  async #store(counted: Counted[]): Promise<void> {
    if (counted.length === 0) return
    const { db, logger, timeZone } = this.#options
    const rows = counted.map(one => ({ ...one, day: dayOf(one.at, timeZone) }))
    try {
      // Sorted, so that processes that store at the same time don't wait for each other in a circle.
      await sql`
        insert into refused_check (blocklist_id, phone_number, day, count, last_at)
        select blocklist.id, caller, day, count, at
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as counted (list bigint, caller text, day date, count integer, at timestamptz)
        join blocklist on blocklist.id = list
        order by blocklist.id, caller, day
        on conflict (blocklist_id, phone_number, day) do update
        set count = refused_check.count + excluded.count,
          last_at = greatest(refused_check.last_at, excluded.last_at)
      `.execute(db)
    } catch (error) {
      logger.warn(error, 'the counts of refused callers could not be stored and are lost')
    }
  }
}
