import { type Kysely, sql } from 'kysely'
import type { ReplayRun } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'

export type SomeCompanies = Pick<ReplayRun, 'some_companies' | 'further_companies'>

export const NO_COMPANIES: SomeCompanies = { some_companies: [], further_companies: null }

/** The companies of a run, and by the name of its receivers. */
export type RunCompanies = { ofRun: SomeCompanies; byReceiver: ReadonlyMap<string, SomeCompanies> }

/** Each event takes a look at its row, and a run may have 50,000 of them. */
const EVENTS_OF_RUN = 200
const EVENTS_OF_RECEIVER = 50

const NAMED = 3

/** By run: the companies of its first events. */
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

/** @param receivers the names of receivers of the run */
export async function companiesOfRun(
  db: Kysely<Schema>,
  run: { id: string },
  receivers: string[],
): Promise<RunCompanies> {
  const [ofRuns, { rows }] = await Promise.all([
    companiesOfRuns(db, [run]),
    sql<OfCompany>`
      select receiver.name, item.company, count(*) as events
      from unnest(${receivers}::text[]) as receiver (name)
      cross join lateral (
        select company from replay_item
        where run_id = ${run.id} and receiver_name = receiver.name
        limit ${EVENTS_OF_RECEIVER}
      ) item
      group by 1, 2
    `.execute(db),
  ])
  return {
    ofRun: ofRuns.get(run.id) ?? NO_COMPANIES,
    byReceiver: someCompanies(rows, EVENTS_OF_RECEIVER),
  }
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
