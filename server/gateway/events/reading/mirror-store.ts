import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Reading } from '../../../../contract/events.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { ListRange } from '../../replays/reading/list-page.ts'
import { type Account, isOfAccount } from '../../session/caller.ts'

export type Days = Pick<ListRange, 'from_date' | 'to_date'>
type Problem = NonNullable<Reading['problem']>

/** Each day has a row. */
const MAX_DAYS = 3_660

/** If nobody has looked at a range for so long, it no longer matters that its reading was stopped or failed. */
const FORGOTTEN_AFTER = sql`interval '5 minutes'`

/** A reading that failed is tried again after this time, even if a page that shows the range stays open. */
const TRIED_AGAIN_AFTER = sql`interval '1 minute'`

/** A page that shows a range asks more often than this. After a longer pause, somebody opens the range again. */
const NOT_WATCHED_FOR = sql`interval '10 seconds'`

/** When a person opened a day is only stored once an hour. */
const OPENED_LATELY = sql`now() - interval '1 hour'`

export type MirrorTimings = {
  leaseMs: number
  /** Reading ends so long after a person last looked at the range. */
  eventPatienceMs: number
  /** How old the copy of a day that isn't final may become while a person looks at it. */
  eventRereadMs: number
}

export type Mirror = {
  id: number
  /** The status with which the service refused the list; null if it has given a page of it since. */
  refusal: number | null
  /** Whether that was less than a minute ago, and nobody has asked to try again. */
  isJustRefused: boolean
}

/** A part of a range that has to be read. */
export type Part = Days & {
  /** Whether the walk has to go to the end of the list. */
  is_thorough: boolean
  /** Whether it is one day, because the service doesn't say when events failed. */
  is_by_day: boolean
}

/** The copies of lists in the database: what people look at, which process reads them, and how that went. */
export class MirrorStore {
  readonly db: Kysely<Schema>
  readonly #timings: MirrorTimings
  /** Identifies this process in leases. */
  readonly #process = crypto.randomUUID()

  constructor(db: Kysely<Schema>, timings: MirrorTimings) {
    this.db = db
    this.#timings = timings
  }

  /**
   * A person looks at a range.
   *
   * @param opens whether it is read again now, even if somebody looked a moment ago, or its reading was stopped or failed
   * @throws HttpError 400 for a range of too many days
   */
  async noteRequest(
    { service, account }: Account,
    { list, ...days }: ListRange,
    opens = false,
  ): Promise<Mirror & { problem: Problem | null }> {
    if (Date.parse(days.to_date) - Date.parse(days.from_date) > MAX_DAYS * 86_400_000) {
      throw detailError(400, 'Choose a range of at most ten years.')
    }
    const { from_date, to_date } = days
    const isOver = sql`(${opens} or event_reading.asked_at < now() - ${FORGOTTEN_AFTER})`
    // The previous version stores no time.
    const mayHavePassed = sql`coalesce(
      (event_reading.problem->>'at')::timestamptz < now() - ${TRIED_AGAIN_AFTER}, false
    )`
    // Each request about events does this, so it is one statement as long as nothing is new.
    const { rows } = await sql<Mirror & { problem: Problem | null; hasOpenedDays: boolean }>`
      with mirror as (
        select id, refusal, ${this.#isJustRefused} as "isJustRefused" from event_mirror
        where ${isOfAccount({ service, account })} and list = ${list}
      ), reading as (
        insert into event_reading (mirror_id, from_date, to_date)
        select id, ${from_date}::date, ${to_date}::date from mirror
        on conflict (mirror_id, from_date, to_date) do update set asked_at = now(),
          opened_at = case when ${opens} or event_reading.asked_at < now() - ${NOT_WATCHED_FOR} then now()
            else event_reading.opened_at end,
          is_stopped = event_reading.is_stopped and not ${isOver},
          problem = case when not ${isOver} and not ${mayHavePassed} then event_reading.problem end
        returning problem
      )
      select mirror.*, problem, (
        select count(*) from event_mirror_day day
        where day.mirror_id = mirror.id and ${isOfDays(days)} and day.opened_at >= ${OPENED_LATELY}
      ) = ${to_date}::date - ${from_date}::date as "hasOpenedDays"
      from mirror, reading
    `.execute(this.db)
    const [row] = rows
    if (row === undefined) {
      const owner = { service, account, list }
      await this.db
        .insertInto('event_mirror')
        .values(owner)
        .onConflict(conflict => conflict.doNothing())
        .execute()
      return this.noteRequest({ service, account }, { list, ...days }, opens)
    }
    const { hasOpenedDays, ...mirror } = row
    if (!hasOpenedDays) await this.#openDays(mirror.id, days)
    return mirror
  }

  async #openDays(mirrorId: number, { from_date, to_date }: Days): Promise<void> {
    await sql`
      insert into event_mirror_day (mirror_id, day)
      select ${mirrorId}, day::date
      from generate_series(${from_date}::date, ${to_date}::date - 1, interval '1 day') as day
      on conflict (mirror_id, day) do update set opened_at = now()
      where event_mirror_day.opened_at < ${OPENED_LATELY}
    `.execute(this.db)
  }

  copies({ service, account }: Account) {
    return this.db
      .selectFrom('event_mirror')
      .select(['id', 'list', 'refusal', this.#isJustRefused.as('isJustRefused')])
      .where(isOfAccount({ service, account }))
      .execute()
  }

  get #isJustRefused() {
    return sql<boolean>`coalesce(refused_at > now() - ${ms(this.#timings.eventRereadMs)}, false)`
  }

  async stopReading(mirrorId: number, days: Days): Promise<void> {
    await this.#change(mirrorId, days, sql`is_stopped = true, wait_until = null`)
  }

  /** A range whose reading is complete is read once more; another one continues. */
  async readAgain(mirrorId: number, days: Days): Promise<void> {
    const part = await this.nextPart(mirrorId, days)
    const again = part?.is_thorough ? sql`again_at` : sql`now()`
    await sql`
      update event_mirror set refused_at = null where id = ${mirrorId} and refusal is not null
    `.execute(this.db)
    await this.#change(mirrorId, days, sql`is_stopped = false, problem = null, again_at = ${again}`)
  }

  async setProblem(mirrorId: number, days: Days, problem: Problem): Promise<void> {
    const json = JSON.stringify(problem)
    await this.#change(
      mirrorId,
      days,
      sql`problem = ${json}::jsonb || jsonb_build_object('at', now()), wait_until = null`,
    )
  }

  /** The service refused the list, so nothing of it may be shown until it gives a page of it. */
  async setRefusal(mirrorId: number, status: number): Promise<void> {
    await sql`
      update event_mirror
      set refusal = ${status}, refused_at = now(), version = version + 1
      where id = ${mirrorId}
    `.execute(this.db)
  }

  /** @param seconds how long the service asks to wait; null if that is over */
  async setWait(mirrorId: number, days: Days, seconds: number | null): Promise<void> {
    await this.#change(
      mirrorId,
      days,
      sql`wait_until = now() + ${seconds}::float * interval '1 second'`,
    )
  }

  async #change(mirrorId: number, days: Days, set: ReturnType<typeof sql>): Promise<void> {
    // The copy is locked first, as by its reader.
    await sql`
      with changed as (
        update event_mirror set version = version + 1 where id = ${mirrorId} returning id
      )
      update event_reading set ${set}
      where ${isReading(mirrorId, days)} and mirror_id in (select id from changed)
    `.execute(this.db)
  }

  /**
   * The ranges that people look at and that may be read now, the newest first, with the stored walk of each.
   */
  async wantedRanges(mirrorId: number): Promise<(Days & { walk: object | null })[]> {
    const { rows } = await sql<Days & { walk: object | null }>`
      select from_date, to_date, walk
      from event_reading join event_mirror on event_mirror.id = mirror_id
      where mirror_id = ${mirrorId} and ${this.#isWanted} order by asked_at desc
    `.execute(this.db)
    return rows
  }

  /** Whether a range has to be read that a person looks at. */
  async hasWork(mirrorId: number, days: Days): Promise<boolean> {
    const { rows } = await sql`
      select from event_reading join event_mirror on event_mirror.id = mirror_id
      where ${isReading(mirrorId, days)} and ${this.#isWanted} and (walk is not null or exists (
        select from event_mirror_day day
        where day.mirror_id = ${mirrorId} and ${isOfDays(days)} and (${IS_MISSING} or ${this.#isOld})
      ))
    `.execute(this.db)
    return rows.length > 0
  }

  /**
   * The part of a range to read next: the days that were never read completely or not since a person asked to
   * read them again, or else those that may have changed; null if there are none. Days at its beginning and
   * end that need no reading are left out.
   */
  async nextPart(mirrorId: number, days: Days): Promise<Part | null> {
    type Row = Record<'first' | 'last' | 'oldestFirst' | 'oldestLast', string | null> & {
      isByDay: boolean
    }
    const { rows } = await sql<Row>`
      select min(day) filter (where is_missing) as first, max(day) filter (where is_missing) as last,
        min(day) filter (where is_old) as "oldestFirst", max(day) filter (where is_old) as "oldestLast",
        bool_or(is_by_day) as "isByDay"
      from (
        select day, is_by_day, ${IS_MISSING} as is_missing, ${this.#isOld} as is_old
        from event_mirror_day
        join event_reading on event_reading.mirror_id = event_mirror_day.mirror_id
          and from_date = ${days.from_date} and to_date = ${days.to_date}
        where event_mirror_day.mirror_id = ${mirrorId} and ${isOfDays(days)}
      ) as days
    `.execute(this.db)
    const [row] = rows
    const isMissing = row?.last != null
    const last = isMissing ? row.last : (row?.oldestLast ?? null)
    const first = isMissing ? row.first : (row?.oldestFirst ?? null)
    if (row === undefined || first === null || last === null) return null
    return {
      from_date: row.isByDay ? last : first,
      to_date: new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10),
      is_thorough: isMissing,
      is_by_day: row.isByDay,
    }
  }

  get #isWanted() {
    return sql`asked_at > now() - ${ms(this.#timings.eventPatienceMs)}
      and not is_stopped and problem is null and refusal is null`
  }

  get #isOld() {
    const again = ms(this.#timings.eventRereadMs)
    return sql`(not is_final and complete_at < greatest(now() - ${again}, event_reading.opened_at))`
  }

  /** @returns false if another process reads the list */
  async acquire(mirrorId: number): Promise<boolean> {
    const { rows } = await sql`
      update event_mirror set lease_by = ${this.#process}, lease_until = ${this.#leaseEnd}
      where id = ${mirrorId}
        and (lease_until is null or lease_until < now() or lease_by = ${this.#process})
      returning id
    `.execute(this.db)
    return rows.length > 0
  }

  /**
   * @param isVisible whether something changes that people see
   * @returns false if another process has taken the lease
   */
  async renew(mirrorId: number, { isVisible = false, db = this.db } = {}): Promise<boolean> {
    const { rows } = await sql`
      update event_mirror set lease_until = ${this.#leaseEnd},
        version = version + ${isVisible ? 1 : 0}::integer
      where id = ${mirrorId} and lease_by = ${this.#process} returning id
    `.execute(db)
    return rows.length > 0
  }

  /** The service has given a page, so the list may be shown again. */
  async forgetRefusal(mirrorId: number): Promise<void> {
    await sql`
      update event_mirror set refusal = null, refused_at = null, version = version + 1
      where id = ${mirrorId} and refusal is not null
    `.execute(this.db)
  }

  async release(mirrorId: number): Promise<void> {
    await sql`
      update event_mirror set lease_by = null, lease_until = null
      where id = ${mirrorId} and lease_by = ${this.#process}
    `.execute(this.db)
  }

  get #leaseEnd() {
    return sql`now() + ${ms(this.#timings.leaseMs)}`
  }
}

export function isReading(mirrorId: number, { from_date, to_date }: Days) {
  return sql`mirror_id = ${mirrorId} and from_date = ${from_date} and to_date = ${to_date}`
}

/** For a table with the column `day`. */
export function isOfDays({ from_date, to_date }: Days) {
  return sql`day >= ${from_date}::date and day < ${to_date}::date`
}

function ms(duration: number) {
  return sql`${duration}::float * interval '1 ms'`
}

/** Never read completely, or not since a person asked to read it again. */
const IS_MISSING = sql`(complete_at is null or coalesce(complete_at < again_at, false))`

/** Not read completely since a person opened the range or asked to read it again, although its days may have changed. */
const IS_OLD = sql`(${IS_MISSING} or (not is_final and complete_at < event_reading.opened_at))`

/**
 * How much of a range has been read, after `EventReader.requestRange`.
 *
 * @param timeZone of times
 * @param read how many events that is, if they have been counted
 */
export async function readingOf(
  db: Kysely<Schema>,
  mirrorId: number,
  range: ListRange,
  timeZone: string,
  read?: number,
): Promise<Reading> {
  const { read_at, is_old: _, ...reading } = await readRange(db, mirrorId, range, read)
  return { ...reading, read_at: read_at && stampIn(read_at, timeZone) }
}

function countOf(mirrorId: number | RawBuilder<unknown>, days: Days) {
  return sql`(select count(*) from listed_event where mirror_id = ${mirrorId} and ${isOfDays(days)})`
}

/**
 * If the copy has more events of a range than the service counts, some have left the list. Its days are then no longer
 * final, so they are read again while a person looks at them; at most every ten minutes, because a count may be wrong.
 */
export async function readFewerAgain(
  db: Kysely<Schema>,
  account: Account,
  { list, ...days }: ListRange,
  count: number,
): Promise<void> {
  const mirror = sql`(select id from event_mirror where ${isOfAccount(account)} and list = ${list})`
  await sql`
    update event_mirror_day set is_final = false
    where mirror_id = ${mirror} and ${isOfDays(days)} and is_final
      and complete_at < now() - interval '10 minutes' and ${countOf(mirror, days)} > ${count}::bigint
  `.execute(db)
}

/** How many events of some days the copy has. */
export async function countEvents(db: Kysely<Schema>, mirrorId: number, days: Days) {
  const { rows } = await sql<{ count: number }>`
    select ${countOf(mirrorId, days)} as count
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** `is_old` says whether a range has not been read completely since a person opened it. */
export async function readRange(
  db: Kysely<Schema>,
  mirrorId: number,
  range: ListRange,
  read?: number,
) {
  type Row = Omit<Reading, 'read_at'> & { read_at: Date | null; is_old: boolean }
  const { rows } = await sql<Row>`
    select count, is_stopped, problem - 'at' as problem, is_old,
      coalesce(${read ?? null}::bigint, ${countOf(mirrorId, range)}) as read,
      is_complete, case when is_complete then read_at end as read_at,
      not is_stopped and problem is null and (walk is not null or is_old) as is_reading,
      case when wait_until > now() then ceil(extract(epoch from wait_until - now()))::integer end as wait
    from event_reading, lateral (
      select coalesce(bool_and(complete_at is not null), true) as is_complete,
        coalesce(min(complete_at) filter (where not is_final), max(complete_at)) as read_at,
        coalesce(bool_or(${IS_OLD}), false) as is_old
      from event_mirror_day
      where event_mirror_day.mirror_id = ${mirrorId} and ${isOfDays(range)}
    ) as days
    where ${isReading(mirrorId, range)}
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`nobody has looked at this range of copy ${mirrorId}`)
  return row
}
