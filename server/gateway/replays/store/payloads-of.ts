import type { Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'
import { runsOf } from './run-views.ts'

export type StoredPayload = { event_id: string; payload: string }

/**
 * The payloads of events in a run. Events without one are omitted: those of other accounts and retired
 * runs, and those that the service did not list any more.
 */
export function payloadsOf(
  db: Kysely<Schema>,
  runId: string,
  eventIds: string[],
  owner: Owner,
): Promise<StoredPayload[]> {
  const run = runsOf(db, owner).select('id').where('id', '=', runId).where('retired', 'is', null)
  return db
    .selectFrom('replay_item')
    .select(['event_id', 'payload'])
    .where('run_id', 'in', run)
    .where('event_id', 'in', eventIds)
    .where('payload', '<>', '')
    .execute()
}
