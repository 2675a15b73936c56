import { type Kysely, sql } from 'kysely'
import { receiverName } from '../../../contract/receiver.ts'

/*
 * From now on a receiver is identified by its host and path, because many customers share a host.
 * The previous version still writes and reads `receiver`, the host alone; what it adds has no name.
 */

const COLUMNS = [
  'alter table replay_item add column receiver_name text',
  'alter table replay_attempt add column receiver_name text',
]

const ATTEMPTS = [
  `update replay_attempt set receiver_name = item.receiver_name
    from replay_item item where item.id = item_id`,
  `create index replay_attempt_of_receiver_name
    on replay_attempt (service, receiver_name, at desc)`,
]

const NAMED_AT_ONCE = 1_000

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of COLUMNS) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ url: string }>`
    select distinct receiver_url as url from replay_item where receiver_url is not null
  `.execute(db)
  const urls = rows.map(({ url }) => url)
  for (let from = 0; from < urls.length; from += NAMED_AT_ONCE) {
    const some = urls.slice(from, from + NAMED_AT_ONCE)
    await sql`
      update replay_item set receiver_name = named.name
      from unnest(${some}::text[], ${some.map(receiverName)}::text[]) as named (url, name)
      where receiver_url = named.url
    `.execute(db)
  }
  for (const statement of ATTEMPTS) await sql.raw(statement).execute(db)
}
