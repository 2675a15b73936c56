import { sql, type Transaction } from 'kysely'
import { addDays, type CalendarDate, dayOf } from '../../../../contract/time/calendar-date.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { EventFacts } from './event-facts.ts'
import { type Days, isOfDays, isReading, type MirrorStore, type Part } from './mirror-store.ts'
import { type CopyRow, PageRows, type StoredEvent } from './page-rows.ts'
import { WalkState } from './walk-state.ts'

/** For all copies of an account, so that a hostile service can't fill the disk. */
export const MAX_EVENTS = 2_000_000

/** Other readings take room too, so it is counted again after so many stored parts. */
const PARTS_PER_COUNT = 50

/** Days that were opened since then keep their events. */
const IN_USE = sql`interval '2 hours'`

/** A pass begins this far below all positions, so that its events come first and in their order. */
const ROOM = 10_000_000

/** In one transaction, which takes about a tenth of a second. */
const MAX_ROWS = 1_000

/** Thrown when another process has taken the lease of the copy. */
export class LeaseLost extends Error {}

export type CopiedPagesOptions = {
  store: MirrorStore
  mirrorId: number
  /** The range that people look at. */
  range: Days
  /** The zone in which the service counts days. */
  timeZone: string
  /** A day is final if it was read so long after its end. */
  finalAfterMs: number
  maxEvents: number
}

/** Writes what the walks over the days of a range find. Methods that write throw `LeaseLost`. */
export class CopiedPages {
  readonly #options: CopiedPagesOptions
  /** How often the pass has seen each id that was made from content. */
  readonly #seen = new Map<string, number>()
  /** How many more events the account may have; null if that is not known yet. */
  #room: number | null = null
  #parts = 0

  constructor(options: CopiedPagesOptions) {
    this.#options = options
  }

  get #db() {
    return this.#options.store.db
  }

  /** The state of a pass before its first page, stored. */
  async beginPass(
    part: Part,
    { pass, found_before }: Pick<WalkState, 'pass' | 'found_before'>,
  ): Promise<WalkState> {
    this.#seen.clear()
    this.#room = null
    const beginning = await this.#beginning(part)
    const walk = WalkState.parse({ ...part, ...beginning, pass, found_before })
    await this.saveWalk(walk, { isVisible: true, isCountNew: false })
    return walk
  }

  /** The position for events that come before all others of these days. */
  async positionBefore(days: Days): Promise<number> {
    return (await this.#beginning(days)).position
  }

  async #beginning(days: Days): Promise<Pick<WalkState, 'began_at' | 'position' | 'rows'>> {
    const { rows } = await sql<Pick<WalkState, 'began_at' | 'position' | 'rows'>>`
      select now()::text as began_at, count(*) as rows,
        coalesce(min(position), 0) - ${ROOM}::bigint as position
      from listed_event where mirror_id = ${this.#options.mirrorId} and ${isOfDays(days)}
    `.execute(this.#db)
    const [beginning] = rows
    if (beginning === undefined) throw new Error('the database did not say what time it is')
    return beginning
  }

  /**
   * Stores where a walk continues.
   *
   * @param isVisible whether that changes what people see
   */
  async saveWalk(
    walk: WalkState | null,
    { isVisible, isCountNew }: { isVisible: boolean; isCountNew: boolean },
  ): Promise<void> {
    const { mirrorId, range } = this.#options
    await this.#change(isVisible || isCountNew, async trx => {
      await sql`
        update event_reading set walk = ${walk && JSON.stringify(walk)}::jsonb
        where ${isReading(mirrorId, range)}
      `.execute(trx)
      if (walk !== null && isCountNew && !walk.is_by_day) await this.#saveCount(trx, walk)
    })
  }

  /** From now on each day is read separately. @param count of the whole range, as the service says */
  async readByDay(count: number | null): Promise<void> {
    const { mirrorId, range } = this.#options
    await this.#change(true, async trx => {
      await sql`
        update event_reading set is_by_day = true, walk = null, count = ${count} where ${isReading(mirrorId, range)}
      `.execute(trx)
    })
  }

  /**
   * Stores the events of a page.
   *
   * @returns how many of them the copy of these days did not have, and the state after them, which is not stored
   * @throws HttpError 400 if the account has too many events
   */
  async add(events: EventFacts[], walk: WalkState): Promise<{ unknown: number; walk: WalkState }> {
    if ((walk.count ?? 0) > this.#options.maxEvents) throw this.#tooMany()
    let unknown = 0
    let after = walk
    for (let from = 0; from < events.length; from += MAX_ROWS) {
      const part = await this.#addPart(events.slice(from, from + MAX_ROWS), after)
      unknown += part.unknown
      after = part.walk
    }
    return { unknown, walk: after }
  }

  async #addPart(events: EventFacts[], walk: WalkState) {
    const { mirrorId, timeZone } = this.#options
    const { rows: stored } = await sql<StoredEvent>`
      select event_id, ordinal, digest, day, read_at >= ${walk.began_at}::timestamptz as "isFound"
      from listed_event
      where mirror_id = ${mirrorId} and event_id = any(${events.map(({ event_id }) => event_id)})
      order by ordinal
    `.execute(this.#db)
    const page = new PageRows({ walk, stored, seen: this.#seen })
    for (const [index, event] of events.entries()) {
      page.add(event, dayWithin(walk, event.failed_at, timeZone), index)
    }
    const { rows, unknown, changed, pushedDown } = page
    await this.#takeRoom(unknown)
    await this.#change(unknown + changed > 0, trx => this.#insert(trx, walk, rows))
    return {
      unknown,
      walk: {
        ...walk,
        position: walk.position + events.length,
        rows: walk.rows + unknown,
        found: walk.found + rows.length,
        pushed_down: pushedDown,
        is_resumable: walk.is_resumable && this.#seen.size === 0,
      },
    }
  }

  /** @throws HttpError 400 */
  async #takeRoom(events: number): Promise<void> {
    if (events === 0) return
    if (this.#parts++ % PARTS_PER_COUNT === 0) this.#room = null
    this.#room ??= this.#options.maxEvents - (await this.#eventsOfAccount())
    while (this.#room < events) {
      const freed = await this.#removeUnusedDay()
      if (freed === 0) throw this.#tooMany()
      this.#room += freed
    }
    this.#room -= events
  }

  /** Removes the events of the day that nobody has opened for the longest time. @returns how many it had */
  async #removeUnusedDay(): Promise<number> {
    const { rows } = await sql<{ events: number }>`
      with unused as (
        select mirror_id, day from event_mirror_day one
        where ${this.#isOfAccount} and opened_at < now() - ${IN_USE} and exists (
          select from listed_event event where event.mirror_id = one.mirror_id and event.day = one.day
        )
        order by opened_at limit 1
      ), days as (
        update event_mirror_day set complete_at = null, is_final = false
        where (mirror_id, day) in (select mirror_id, day from unused)
      ), gone as (
        delete from listed_event where (mirror_id, day) in (select mirror_id, day from unused)
        returning day
      )
      select count(*) as events from gone
    `.execute(this.#db)
    return rows[0]?.events ?? 0
  }

  async #eventsOfAccount(): Promise<number> {
    const { rows } = await sql<{ events: number }>`
      select count(*) as events from listed_event where ${this.#isOfAccount}
    `.execute(this.#db)
    return rows[0]?.events ?? 0
  }

  get #isOfAccount() {
    return sql`mirror_id in (
      select other.id from event_mirror one join event_mirror other using (service, account)
      where one.id = ${this.#options.mirrorId}
    )`
  }

  #tooMany() {
    const most = this.#options.maxEvents.toLocaleString('en')
    return detailError(
      400,
      `Redial keeps at most ${most} events of an account, and the days that people have opened in the last two hours need all of this room. Choose a shorter range, or try again later.`,
    )
  }

  async #insert(trx: Transaction<Schema>, walk: WalkState, events: CopyRow[]): Promise<void> {
    const [first] = events
    if (first === undefined) return
    const { page, cursor = null } = walk.place
    const names = Object.keys(first)
    const columns = sql.join(names.map(name => sql.ref(name)))
    const changes = [...names, 'page', 'cursor', 'walk_from', 'walk_to', 'read_at'].map(
      name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
    )
    await sql`
      insert into listed_event (mirror_id, page, cursor, walk_from, walk_to, read_at, ${columns})
      select ${this.#options.mirrorId}::integer, ${page}::integer, ${cursor}::text,
        ${walk.from_date}::date, ${walk.to_date}::date, now(), ${columns}
      from json_populate_recordset(null::listed_event, ${JSON.stringify(events)}::json)
      on conflict (mirror_id, event_id, ordinal) do update set ${sql.join(changes)}
    `.execute(trx)
  }

  /** How many different events of its days were read since the pass began. */
  async foundBy(walk: WalkState): Promise<number> {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from listed_event
      where mirror_id = ${this.#options.mirrorId} and ${isOfDays(walk)}
        and read_at >= ${walk.began_at}::timestamptz
    `.execute(this.#db)
    return rows[0]?.found ?? 0
  }

  /**
   * A walk has ended, so its days are complete.
   *
   * @param isExact whether events that it didn't find have left the list
   */
  async complete(walk: WalkState, isExact: boolean): Promise<void> {
    const { mirrorId, range, timeZone, finalAfterMs } = this.#options
    const began = sql`${walk.began_at}::timestamptz`
    const lastFinal = lastFinalDay(new Date(walk.began_at), timeZone, finalAfterMs)
    await this.#change(true, async trx => {
      if (isExact) {
        await sql`
          delete from listed_event
          where mirror_id = ${mirrorId} and ${isOfDays(walk)} and read_at < ${began}
        `.execute(trx)
      }
      await sql`
        update event_mirror_day set
          complete_at = greatest(complete_at, ${began}), is_final = is_final or day <= ${lastFinal}
        where mirror_id = ${mirrorId} and ${isOfDays(walk)} and not exists (
          select from event_mirror where id = ${mirrorId} and fields_set_at > ${began}
        )
      `.execute(trx)
      await sql`
        update event_reading set walk = null where ${isReading(mirrorId, range)}
      `.execute(trx)
      await this.#saveCount(trx, walk)
    })
  }

  /**
   * The count of the range: the service's count of the walk, and the events of the other days. Walks over single
   * days don't tell it before all days are complete.
   */
  async #saveCount(trx: Transaction<Schema>, walk: WalkState): Promise<void> {
    const { mirrorId, range } = this.#options
    if (walk.is_by_day) {
      await sql`
        -- null if the service doesn't count
        update event_reading set count = ${walk.count}::integer * 0 + (
          select count(*) from listed_event where mirror_id = ${mirrorId} and ${isOfDays(range)}
        )
        where ${isReading(mirrorId, range)} and not exists (
          select from event_mirror_day
          where mirror_id = ${mirrorId} and ${isOfDays(range)} and complete_at is null
        )
      `.execute(trx)
      return
    }
    await sql`
      update event_reading set count = ${walk.count}::integer + (
        select count(*) from listed_event
        where mirror_id = ${mirrorId} and ${isOfDays(range)} and not (${isOfDays(walk)})
      )
      where ${isReading(mirrorId, range)}
    `.execute(trx)
  }

  async #change(isVisible: boolean, change: (trx: Transaction<Schema>) => Promise<void>) {
    const { store, mirrorId } = this.#options
    await this.#db.transaction().execute(async trx => {
      // A power cut that takes this back also takes back where the walk continues.
      await sql`set local synchronous_commit = off`.execute(trx)
      if (!(await store.renew(mirrorId, { isVisible, db: trx }))) throw new LeaseLost()
      await change(trx)
    })
  }
}

/** The day of its failure, within the days of the walk. */
function dayWithin({ from_date, to_date }: Days, failedAt: string | null, timeZone: string) {
  const last = addDays(to_date, -1)
  const day = failedAt === null ? last : dayOf(new Date(failedAt), timeZone)
  if (day > last) return last
  return day < from_date ? from_date : day
}

/** The last day that was over for so long at that time. */
export function lastFinalDay(at: Date, timeZone: string, finalAfterMs: number): CalendarDate {
  const day = dayOf(new Date(at.getTime() - finalAfterMs), timeZone)
  return addDays(day, -1)
}
