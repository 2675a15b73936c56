import { type Kysely, sql } from 'kysely'

/*
 * A receiver is called by its host and path from now on: many customers share one host. The version
 * before goes on writing and reading `receiver`, the host alone; what it adds meanwhile has no name.
 */

/** As `receiverName` of contract/receiver.ts calls it. */
const NAME = `left(coalesce(
  lower(substring(receiver_url from '^[a-zA-Z]+://(?:[^/?#@]*@)?([^/?#]+)'))
    || coalesce(substring(receiver_url from '^[a-zA-Z]+://[^/?#]+(/[^?#]*?)/?(?:[?#].*)?$'), ''),
  receiver_url), 500)`

const STATEMENTS = [
  'alter table replay_item add column receiver_name text',
  'alter table replay_attempt add column receiver_name text',
  `update replay_item set receiver_name = ${NAME} where receiver_url is not null`,
  `update replay_attempt set receiver_name = item.receiver_name
    from replay_item item where item.id = item_id`,
  `create index replay_attempt_of_receiver_name
    on replay_attempt (service, receiver_name, at desc)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
