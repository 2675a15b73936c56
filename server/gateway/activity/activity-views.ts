import { type Kysely, type Selectable, sql } from 'kysely'
import {
  type ActivityEntry,
  ActivityEvent,
  type ActivityFilter,
  type ActivitySort,
  NUMBERS_LISTED,
} from '../../../contract/activity.ts'
import { trackingNumberKeys } from '../../../contract/receiver.ts'
import type { ActivityPeople } from '../../../contract/session.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { stampIn, startOfDay } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { notFound } from '../../http/http-error.ts'
import { type Account, isOfAccount } from '../session/caller.ts'

/** More names than a person would read. */
const MAX_NAMES = 500

/** An account's activity as the gateway returns it. Times and days are in the service's zone. */
export class ActivityViews {
  readonly #db: Kysely<Schema>
  readonly #timeZone: string

  constructor(db: Kysely<Schema>, timeZone: string) {
    this.#db = db
    this.#timeZone = timeZone
  }

  /**
   * A page of the entries, by default the newest first, with the first few of their numbers, and the number
   * of all entries.
   */
  async list(
    account: Account,
    filter: ActivityFilter,
    { offset, size, sort }: { offset: number; size: number; sort: ActivitySort | undefined },
  ): Promise<{ count: number; results: ActivityEntry[] }> {
    const entries = this.#entries(account, filter)
    const { count } = await entries
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await entries
      .select(COLUMNS)
      .select(sql<string[] | null>`numbers[1:${sql.lit(NUMBERS_LISTED)}]`.as('numbers'))
      .select(RUN)
      .orderBy('at', sort === 'at' ? 'asc' : 'desc')
      .orderBy('id', sort === 'at' ? 'asc' : 'desc')
      .offset(offset)
      .limit(size)
      .execute()
    return { count, results: rows.map(row => this.#toEntry(row)) }
  }

  /** An entry with all its numbers. @throws HttpError 404 if the account has no such entry */
  async find(account: Account, id: number): Promise<ActivityEntry> {
    const row = await this.#entries(account, {})
      .select([...COLUMNS, ALL_NUMBERS])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(notFound)
    return this.#toEntry(row)
  }

  /** All matching entries in batches, newest first. */
  async *readAll(
    account: Account,
    filter: ActivityFilter,
    atATime: number,
  ): AsyncGenerator<ActivityEntry[]> {
    const entries = this.#entries(account, filter)
      .select([...COLUMNS, ALL_NUMBERS])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(atATime)
    let rows = await entries.execute()
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows.map(row => this.#toEntry(row))
      rows = await entries.where(sql<boolean>`(at, id) < (${last.at}, ${last.id})`).execute()
    }
  }

  /** The people who have entries. Reads one index row per name, however many entries there are. */
  async people({ account, service }: Account): Promise<ActivityPeople> {
    const { rows: names } = await sql<{ who: string }>`
      with recursive named as (
        (select who from activity
          where service = ${service} and account = ${account} and who is not null
          order by who limit 1)
        union all
        select (select who from activity
          where service = ${service} and account = ${account} and who > named.who
          order by who limit 1)
        from named where named.who is not null
      )
      select who from named where who is not null limit ${MAX_NAMES}
    `.execute(this.#db)
    return { names: names.map(({ who }) => who) }
  }

  #entries(owner: Account, { who, by, kind, number, from, to }: ActivityFilter) {
    let entries = this.#db.selectFrom('activity').where(isOfAccount(owner))
    if (who !== undefined) entries = entries.where('who', '=', who)
    if (by !== undefined) entries = entries.where('by', '=', by)
    if (kind !== undefined) entries = entries.where('kind', '=', kind)
    if (number !== undefined) {
      entries = entries
        .where('kind', 'in', ['numbers_blocked', 'numbers_unblocked', 'block_notes_changed'])
        // A script may have written a + before it, or the 0 of the default country.
        .where(
          sql<boolean>`numbers && ${trackingNumberKeys(number).flatMap(key => [key, `+${key}`])}::text[]`,
        )
    }
    if (from !== undefined) entries = entries.where('at', '>=', startOfDay(from, this.#timeZone))
    if (to !== undefined)
      entries = entries.where('at', '<', startOfDay(addDays(to, 1), this.#timeZone))
    return entries
  }

  #toEntry({ at, address, kind, details, run, ...row }: Row): ActivityEntry {
    const event = ActivityEvent.parse({ kind, details })
    const { delivered = 0, failed_again = 0, skipped = 0 } = run?.final_counts ?? {}
    return {
      ...row,
      ...event,
      at: stampIn(at, this.#timeZone),
      from: address,
      ...(run?.final_counts && { run_outcome: { delivered, failed_again, skipped } }),
      ...(run?.final_counts === null && run.left !== null && { run_left: run.left }),
    }
  }
}

const COLUMNS = [
  'id',
  'at',
  'who',
  'by',
  'address',
  'kind',
  'outcome',
  'status',
  'reason',
  'details',
] as const

/** As JSON, which is many times faster to read than an array. */
const ALL_NUMBERS = sql<string[] | null>`to_json(numbers)`.as('numbers')

/** What became of a run, or what it has left, for the entry about its start. */
const RUN = sql<RunOfEntry | null>`case when kind in ('run_started', 'order_made') then (
  select jsonb_build_object(
    'final_counts', final_counts,
    'left', case when state in ('running', 'paused') then jsonb_build_object(
      'is_paused', state = 'paused',
      'paused_receivers', paused,
      'waiting_receivers', waiting,
      'events', open_items
    ) end
  )
  from replay_run run cross join lateral (
    select count(*) as paused, count(made.run_id) as waiting
    from replay_receiver receiver left join standing_order made
      on made.run_id = receiver.run_id and made.receiver_name = receiver.receiver_name and ended is null
    where receiver.run_id = run.id and state = 'running' and pause is not null and stop_reason is null
  ) receivers
  where run.service = activity.service and run.account = activity.account
    and run.id = (activity.details ->> 'run_id')::uuid
) end`.as('run')

type RunOfEntry = {
  final_counts: Selectable<Schema['replay_run']>['final_counts']
  left: NonNullable<ActivityEntry['run_left']> | null
}

type Row = Pick<Selectable<Schema['activity']>, (typeof COLUMNS)[number] | 'numbers'> & {
  run?: RunOfEntry | null
}
