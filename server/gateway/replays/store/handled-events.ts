import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'

/**
 * What follows "from": the mark of an item's event by a person of the account, as `handled`.
 *
 * @param item the alias of the item's table in the statement around it
 */
export function markOf(item: 'item' | 'replay_item', account: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${item}.${name}`)
  return sql`
    handled_event handled
    where handled.service = ${column('service')} and handled.account = ${account}
      and handled.list = ${column('list')} and handled.event_id = ${column('event_id')}
  `
}

/**
 * Marks events as dealt with in another way than by a replay. Those that are marked already keep who
 * marked them first.
 *
 * @param failedAt when each of them failed, in the same order
 * @returns how many were marked now
 */
export async function markHandled(
  db: Kysely<Schema>,
  { service, account, who }: Owner,
  list: FailedEventList,
  eventIds: string[],
  failedAt: (string | null)[] = [],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into handled_event (service, account, list, event_id, who, failed_at)
    select distinct on (event_id) ${service}, ${account}, ${list}, event_id, ${who}, failed_at
    from unnest(${eventIds}::text[], ${failedAt}::timestamptz[]) as event (event_id, failed_at)
    where event_id is not null
    on conflict do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** @returns how many were marked until now */
export async function unmarkHandled(
  db: Kysely<Schema>,
  { service, account }: Owner,
  list: FailedEventList,
  eventIds: string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('handled_event')
    .where('service', '=', service)
    .where('account', '=', account)
    .where('list', '=', list)
    .where('event_id', '=', sql<string>`any(${eventIds}::text[])`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
