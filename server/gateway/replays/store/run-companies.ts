import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReplayRun } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'
import { whyLeftOut } from './exclusions.ts'
import type { StoredRun } from './locks.ts'

export type SomeCompanies = Pick<ReplayRun, 'some_companies' | 'further_companies'>

export const NO_COMPANIES: SomeCompanies = { some_companies: [], further_companies: null }

/** Each event takes a look at its row, and a run may have 50,000 of them. */
const EVENTS_OF_RUN = 200
const EVENTS_OF_RECEIVER = 50

const NAMED = 3

/** The companies of the first events of each run, by the run's id. */
export function companiesOfRuns(db: Kysely<Schema>, runs: StoredRun[]) {
  const ids = sql`unnest(${runs.map(({ id }) => id)}::uuid[]) as run (name)`
  const first = sql`where run_id = run.name order by pass desc, id limit ${EVENTS_OF_RUN}`
  const state = sql`case when ${whyLeftOut(runs)} is null then state else 'skipped' end as state`
  return someCompanies(
    db,
    sql`${ids} cross join lateral (select company, ${state} from replay_item item ${first}) item`,
    EVENTS_OF_RUN,
  )
}

/** The companies of each receiver's events in a run, by the receiver's name. */
export function companiesOfReceivers(db: Kysely<Schema>, runId: string, receivers: string[]) {
  const names = sql`unnest(${receivers}::text[]) as receiver (name)`
  const some = sql`where run_id = ${runId} and receiver_name = receiver.name limit ${EVENTS_OF_RECEIVER}`
  return someCompanies(
    db,
    sql`${names} cross join lateral (select company, state from replay_item ${some}) item`,
    EVENTS_OF_RECEIVER,
  )
}

/**
 * Names the companies of the events that are sent, or of all if none is.
 *
 * @param items a table with a name, a company and a state in each row, at most `most` for a name
 */
async function someCompanies(
  db: Kysely<Schema>,
  items: RawBuilder<unknown>,
  most: number,
): Promise<ReadonlyMap<string, SomeCompanies>> {
  const { rows } = await sql<{ name: string; companies: string[]; events: number }>`
    select name, sum(events)::integer as events,
      coalesce(array_agg(company order by sent desc, events desc, company)
        filter (where company is not null and (sent > 0 or is_none_sent)), '{}') as companies
    from (
      select name, company, count(*) as events, count(*) filter (where state <> 'skipped') as sent,
        sum(count(*) filter (where state <> 'skipped')) over (partition by name) = 0 as is_none_sent
      from ${items} group by name, company
    ) by_company group by name
  `.execute(db)
  const someOf = ({ companies, events }: (typeof rows)[number]) => ({
    some_companies: companies.slice(0, NAMED),
    further_companies: events < most ? Math.max(0, companies.length - NAMED) : null,
  })
  return new Map(rows.map(row => [row.name, someOf(row)]))
}
