import { type Kysely, sql } from 'kysely'
import type { FilterChoices } from '../../../contract/events.ts'
import type { EventFilter } from '../../../contract/events-filter.ts'
import type { Schema } from '../../database/schema.ts'
import { type Asked, hasState, isSmall } from './event-queries.ts'
import { countedByFacet, type EventSource, matchesSql } from './event-source.ts'

/** More values than a person would look through. */
const MAX_CHOICES = 2_000

/** The events with a value: those that it would list, all that match, and all of the range. */
type Tally = { value: string; listed: number; matching: number; all: number }

/**
 * All values of a filter in the range, with the number of events that each would list together with the search,
 * the state and the other filters. The most frequent values come first. Unless a person chose a state, a value without missing events lists others.
 */
export async function filterChoices(
  db: Kysely<Schema>,
  source: EventSource,
  filter: EventFilter,
  asked: Asked,
): Promise<FilterChoices['results']> {
  const { fromMatching, isInRange, values, facets } = source
  // A chosen value narrows the list.
  const state = asked.chosen ?? (isSmall(asked) ? 'missing' : 'all')
  const isListed = hasState({ ownState: sql`own` }, state)
  const needsStates = state !== 'all' || source.hasFailures
  const { rows } = await sql<Tally>`
    with event as not materialized (
      select ${facets.columns}, ${matchesSql(source, asked.criteria, filter)} as is_match
      from ${fromMatching(asked.criteria)} where ${isInRange}
    ), facet as materialized (
      ${countedByFacet(sql`count(*) as "all", count(*) filter (where is_match) as matching`, needsStates)}
    )
    select ${values[filter]} as value, sum("all")::bigint as "all", sum(matching)::bigint as matching,
      coalesce(sum(matching) filter (where ${isListed}), 0)::bigint as listed
    from ${facets.from} group by 1 order by listed desc, matching desc, 2 desc, 1 limit ${MAX_CHOICES}
  `.execute(db)
  return rows.map(({ value, listed, matching }) => {
    const is_other = asked.chosen === undefined && listed === 0 && matching > 0
    return { value, count: is_other ? matching : listed, is_other }
  })
}
