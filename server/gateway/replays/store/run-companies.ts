import { type Kysely, sql } from 'kysely'
import type { ReplayRun } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'

export type SomeCompanies = Pick<ReplayRun, 'some_companies' | 'further_companies'>

export const NO_COMPANIES: SomeCompanies = { some_companies: [], further_companies: null }

/** Each event takes a look at its row, and a run may have 50,000 of them. */
const EVENTS_OF_RUN = 200
const EVENTS_OF_RECEIVER = 50

const NAMED = 3

/** The companies of the first events of each run, by the run's id. */
export async function companiesOfRuns(
  db: Kysely<Schema>,
  runs: { id: string }[],
): Promise<ReadonlyMap<string, SomeCompanies>> {
  const { rows } = await sql<OfCompany>`
    select run.id as name, item.company, count(*) as events
    from unnest(${runs.map(({ id }) => id)}::uuid[]) as run (id)
    cross join lateral (
      select company from replay_item where run_id = run.id
      order by pass desc, id limit ${EVENTS_OF_RUN}
    ) item
    group by 1, 2
  `.execute(db)
  return someCompanies(rows, EVENTS_OF_RUN)
}

/** The companies of each receiver's events in a run, by the receiver's name. */
export async function companiesOfReceivers(
  db: Kysely<Schema>,
  runId: string,
  receivers: string[],
): Promise<ReadonlyMap<string, SomeCompanies>> {
  const { rows } = await sql<OfCompany>`
    select receiver.name, item.company, count(*) as events
    from unnest(${receivers}::text[]) as receiver (name)
    cross join lateral (
      select company from replay_item
      where run_id = ${runId} and receiver_name = receiver.name
      limit ${EVENTS_OF_RECEIVER}
    ) item
    group by 1, 2
  `.execute(db)
  return someCompanies(rows, EVENTS_OF_RECEIVER)
}

/** `company` is null for events whose company is unknown. */
type OfCompany = { name: string; company: string | null; events: number }

function someCompanies(rows: OfCompany[], most: number): ReadonlyMap<string, SomeCompanies> {
  const byName = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    Array.from(byName, ([name, ofName]) => {
      const companies = ofName
        .toSorted(
          (one, other) =>
            other.events - one.events || (one.company ?? '').localeCompare(other.company ?? ''),
        )
        .flatMap(({ company }) => company ?? [])
      const isWhole = ofName.reduce((sum, { events }) => sum + events, 0) < most
      const further_companies = isWhole ? Math.max(0, companies.length - NAMED) : null
      return [name, { some_companies: companies.slice(0, NAMED), further_companies }]
    }),
  )
}

/** Which receivers and companies of a run its list names. */
export type SomeReceivers = Pick<ReplayRun, 'some_receivers' | 'receiver_count'> & SomeCompanies

/** Each one is a look into the index. */
const MAX_COUNTED = 100

export const NO_RECEIVERS: SomeReceivers = {
  some_receivers: [],
  receiver_count: 0,
  ...NO_COMPANIES,
}

/** The receivers of each run, by the run's id. The names come from an index, however many events it has. */
export async function someReceiversOf(
  db: Kysely<Schema>,
  runs: { id: string }[],
): Promise<Map<string, SomeReceivers>> {
  const ids = runs.map(({ id }) => id)
  const [{ rows }, companies] = await Promise.all([
    sql<{ run_id: string; names: string[]; last: string }>`
      with recursive named as (
        select run_id, (select min(receiver_name) from replay_item where run_id = run.run_id) as name,
          1 as place
        from unnest(${ids}::uuid[]) as run (run_id)
        union all
        select run_id, (
          select min(receiver_name) from replay_item
          where run_id = named.run_id and receiver_name > named.name
        ), place + 1
        from named where name is not null and place <= ${MAX_COUNTED}
      )
      select run_id, array_agg(name order by place) as names,
        (select max(receiver_name) from replay_item where run_id = named.run_id) as last
      from named where name is not null group by run_id
    `.execute(db),
    companiesOfRuns(db, runs),
  ])
  const ofRun = new Map(rows.map(row => [row.run_id, row]))
  return new Map(
    ids.map(id => {
      const { names, last } = ofRun.get(id) ?? { names: [], last: '' }
      return [
        id,
        {
          // The last one too, because runs to many receivers may begin with the same ones.
          some_receivers: names.length > 2 ? [...names.slice(0, 2), last] : names,
          receiver_count: names.length > MAX_COUNTED ? null : names.length,
          ...(companies.get(id) ?? NO_COMPANIES),
        },
      ]
    }),
  )
}
