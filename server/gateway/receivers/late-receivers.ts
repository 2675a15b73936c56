import { type Kysely, sql } from 'kysely'
import type { LateReceiver } from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'

/**
 * The account's receivers that don't answer and have such a backlog that attempts of deliveries or
 * replays start late. The longest delay of all processes counts.
 */
export async function lateReceivers(
  db: Kysely<Schema>,
  { account }: Pick<Owner, 'account'>,
): Promise<LateReceiver[]> {
  const { rows } = await sql<LateReceiver>`
    select entry->>'receiver' as receiver,
      max(round((entry->>'latenessMs')::float8 / 1000))::integer as late_s
    from worker_process, jsonb_array_elements(worker_process.late) as entry
    where alive_until > clock_timestamp() and entry->>'account' = ${account}
    group by 1
    order by 2 desc, 1
    limit ${MOST}
  `.execute(db)
  return rows
}

const MOST = 50
