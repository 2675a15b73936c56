import { type RawBuilder, sql } from 'kysely'
import { payloadDigest } from '../../../database/payload-digest.ts'

/*
 * What other runs have done or are doing with the event of an item, as far as that counts for the
 * item (docs/decisions/0038).
 */

/** A paused run blocks no event: resuming it checks its waiting items again. */
export const IN_FLIGHT = sql`(
  other.state = 'sending' or (other.state = 'queued' and other_run.state = 'running')
)`

export const DELIVERED = sql`other.state = 'delivered'`

/**
 * What follows "from": `other` is an item of `other_run`, of the same event and to the same receiver,
 * and in a run of another account with the same payload too.
 *
 * @param item the alias of the item's table in the statement around it
 * @param account whose run the item is in
 * @param which further conditions
 */
export function otherReplays(
  item: 'item' | 'replay_item',
  account: string,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${item}.${name}`)
  return sql`
    replay_item other join replay_run other_run on other_run.id = other.run_id
    where other.service = ${column('service')} and other.list = ${column('list')}
      and other.event_id = ${column('event_id')} and other.run_id <> ${column('run_id')}
      and other.receiver_url = ${column('receiver_url')}
      and ${which}
      and (other_run.account = ${account} or ${isContentId(column('event_id'))}
        or other.payload = ${column('payload')}
        or (other_run.retired is not null and other.payload = ${payloadDigest(column('payload'))}))
  `
}

/** Such an id says that the payload is the same, in whichever way it is written (docs/decisions/0023). */
function isContentId(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`starts_with(${id}, 'content-')`
}
