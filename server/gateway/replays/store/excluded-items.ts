import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Exclusion, ReplayItemFilter } from '../../../../contract/replay.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import { markOf } from './handled-events.ts'
import { DELIVERED, IN_FLIGHT, otherReplays } from './other-replays.ts'

/*
 * Items of a draft run that `startRun` would not send: another run is sending them, a replay has
 * delivered them, or a person has marked them as handled. This changes at any time, so every request
 * looks it up again.
 */

type ItemBuilder = ExpressionBuilder<Schema, 'replay_item'>

/** Whether another replay is sending a `replay_item` of the account's, or has delivered it. */
export function isElsewhere(account: string, which: RawBuilder<unknown>) {
  return sql<boolean>`exists (select from ${otherReplays('replay_item', account, which)})`
}

/** When another replay delivered a `replay_item` of the account's last; null for never. */
export function deliveredElsewhereAt(account: string) {
  return sql<Date | null>`(
    select max(other.settled_at) from ${otherReplays('replay_item', account, DELIVERED)}
  )`
}

/** Whether a person of the account has marked the event of a `replay_item` as handled. */
function isHandled(account: string) {
  return sql<boolean>`exists (select from ${markOf('replay_item', account)})`
}

/** Whether an item is among those that a filter asks for, of a run that `isReady` to be started or not. */
export function matchesFilter(
  eb: ItemBuilder,
  filter: ReplayItemFilter | undefined,
  { isReady, account }: { isReady: boolean; account: string },
) {
  const isPrepared = eb('replay_item.state', '=', 'prepared')
  if (filter === 'prepared' && !isReady) return isPrepared
  const isInOthers = isElsewhere(account, sql`(${IN_FLIGHT} or ${DELIVERED})`)
  switch (filter) {
    case undefined:
      return eb.lit(true)
    case 'prepared':
      return isPrepared.and(eb.not(isInOthers)).and(eb.not(isHandled(account)))
    case 'being_sent':
      return isPrepared.and(isElsewhere(account, IN_FLIGHT))
    case 'already_delivered':
      return isPrepared
        .and(isElsewhere(account, DELIVERED))
        .and(eb.not(isElsewhere(account, IN_FLIGHT)))
    case 'handled':
      return isPrepared.and(isHandled(account)).and(eb.not(isInOthers))
    default:
      return eb('replay_item.state', '=', filter)
  }
}

/** The items of a run of the account's that starting it would send. */
export function itemsToSend(eb: ExpressionBuilder<Schema, 'replay_run'>, account: string) {
  return eb
    .selectFrom('replay_item')
    .select('replay_item.id')
    .whereRef('replay_item.run_id', '=', 'replay_run.id')
    .where(item => matchesFilter(item, 'prepared', { isReady: true, account }))
}

type Excluding = {
  isInFlight: unknown
  deliveredAt: Date | null
  handledAt: Date | null
  handledBy: string | null
}

export function toExclusion(
  { isInFlight, deliveredAt, handledAt, handledBy }: Excluding,
  timeZone: string,
): Exclusion | null {
  if (isInFlight === true) return { why: 'being_sent', at: null, who: null }
  if (deliveredAt !== null) {
    return { why: 'already_delivered', at: stampIn(deliveredAt, timeZone), who: null }
  }
  return handledAt && { why: 'handled', at: stampIn(handledAt, timeZone), who: handledBy }
}
