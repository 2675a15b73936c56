import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { addRow } from '../../../testing/rows.ts'
import { RANGE } from './replay-client.ts'

/* Replays in a database without a server. */

type Run = Insertable<Schema['replay_run']>
type Item = Insertable<Schema['replay_item']>

/** A draft of all events of a day, without items. */
export function addStoredRun(db: Kysely<Schema>, run: Partial<Run> = {}) {
  return addRow(db, 'replay_run', {
    ...{ id: randomUUID(), service: 'own', account: 'acme', made_by: '', who: null },
    ...{ ...RANGE, asked_for: 'all', read_of: null },
    ...run,
  })
}

export function addStoredItem(
  db: Kysely<Schema>,
  { id, service }: Pick<Run, 'id' | 'service'>,
  item: Pick<Item, 'event_id' | 'state'> & Partial<Item>,
) {
  return addRow(db, 'replay_item', {
    ...{ run_id: id, service, list: RANGE.list, payload: '{}', reason: null, settled_at: null },
    ...{ receiver_url: 'https://a.example/', receiver_name: 'a.example/' },
    ...item,
  })
}
