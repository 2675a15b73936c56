import type { Kysely } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'
import { eventStatesVersion } from './event-states.ts'

/** A text that changes whenever an event of the account's list, its reading or its state may have changed. */
export async function rangeVersion(
  db: Kysely<Schema>,
  owner: Owner,
  list: FailedEventList,
): Promise<string> {
  const [mirror, states] = await Promise.all([
    db
      .selectFrom('event_mirror')
      .select('version')
      .where('service', '=', owner.service)
      .where('account', '=', owner.account)
      .where('list', '=', list)
      .executeTakeFirst(),
    eventStatesVersion(db, list, owner),
  ])
  return `${mirror?.version ?? 0}-${states}`
}
