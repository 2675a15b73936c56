import { type RawBuilder, sql } from 'kysely'
import { readSort, type SortOrder } from '../../../../contract/pages/sort-order.ts'
import { ReplayItemState } from '../../../../contract/replay.ts'
import {
  ITEM_SORT_COLUMNS,
  type ReplayItemSort,
  type ReplayRunSort,
  RUN_SORT_COLUMNS,
} from '../../../../contract/replay-part.ts'

/*
 * The orders of lists. Rows without a value come last in either direction, and each order ends with
 * the id, so that no row is on two pages.
 */

const OF_RUN = sql`replay_item.run_id = replay_run.id`

/** Runs that are over have their counts. There are few others, and their items are counted. */
const RUN_VALUES: Record<(typeof RUN_SORT_COLUMNS)[number], RawBuilder<unknown>> = {
  created_at: sql`replay_run.created_at`,
  who: sql`lower(replay_run.who)`,
  events: sql`case
    when final_counts is not null
      then (select sum(value::integer) from jsonb_each_text(final_counts))
    when replay_run.state = 'reading' then 0
    else (select count(*) from replay_item where ${OF_RUN}) end`,
  failed_again: sql`case
    when final_counts is not null then coalesce((final_counts ->> 'failed_again')::integer, 0)
    when replay_run.state in ('reading', 'ready') then 0
    else (select count(*) from replay_item where ${OF_RUN} and state = 'failed_again') end`,
}

/** @param sort undefined for the newest first */
export function orderOfRuns(sort: ReplayRunSort | undefined): RawBuilder<unknown> {
  const order = readSort(sort, RUN_SORT_COLUMNS, {
    column: 'created_at',
    direction: 'descending',
  } as const)
  return sql`${RUN_VALUES[order.column]} ${directionOf(order)},
    replay_run.created_at desc, replay_run.id`
}

const ITEM_VALUES: Record<(typeof ITEM_SORT_COLUMNS)[number], RawBuilder<unknown>> = {
  company: sql`lower(replay_item.company)`,
  receiver_url: sql`replay_item.receiver_url`,
  state: sql`array_position(${sql.lit(`{${ReplayItemState.options.join(',')}}`)}::text[],
    replay_item.state)`,
  sent_at: sql`(select max(at) from replay_attempt where item_id = replay_item.id)`,
}

/** @param sort undefined for the order of the service's list */
export function orderOfItems(sort: ReplayItemSort | undefined): RawBuilder<unknown> {
  const asListed = sql`replay_item.pass desc, replay_item.id`
  const order = readSort(sort, ITEM_SORT_COLUMNS, undefined)
  if (order === undefined) return asListed
  return sql`${ITEM_VALUES[order.column]} ${directionOf(order)}, ${asListed}`
}

function directionOf({ direction }: SortOrder): RawBuilder<unknown> {
  return direction === 'descending' ? sql`desc nulls last` : sql`asc nulls last`
}
