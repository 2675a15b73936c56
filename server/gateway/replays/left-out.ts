import type { ExpressionBuilder } from 'kysely'
import type { LeftOut, ReplayItemFilter, ReplayItemState } from '../../../contract/replay.ts'
import { stampIn } from '../../../contract/stamp.ts'
import type { Schema } from '../../database/schema.ts'

/*
 * What `startRun` would leave out of a run that waits to be started: what another run is sending,
 * and what a replay has delivered. Others go on replaying, so it is looked up each time.
 */

export const IN_FLIGHT: ReplayItemState[] = ['queued', 'sending']

type ItemBuilder = ExpressionBuilder<Schema, 'replay_item'>

/** The items of the same event in any run that are in one of these states. */
export function othersOf(eb: ItemBuilder, states: ReplayItemState[]) {
  return eb
    .selectFrom('replay_item as other')
    .select('other.id')
    .whereRef('other.service', '=', 'replay_item.service')
    .whereRef('other.list', '=', 'replay_item.list')
    .whereRef('other.event_id', '=', 'replay_item.event_id')
    .where('other.state', 'in', states)
}

/** Whether an item is among those that a filter asks for, of a run that `isReady` to be started or not. */
export function passes(
  eb: ItemBuilder,
  filter: ReplayItemFilter | undefined,
  { isReady }: { isReady: boolean },
) {
  const isPrepared = eb('replay_item.state', '=', 'prepared')
  if (filter === 'prepared' && !isReady) return isPrepared
  switch (filter) {
    case undefined:
      return eb.lit(true)
    case 'prepared':
      return isPrepared.and(eb.not(eb.exists(othersOf(eb, [...IN_FLIGHT, 'delivered']))))
    case 'being_sent':
      return isPrepared.and(eb.exists(othersOf(eb, IN_FLIGHT)))
    case 'already_delivered':
      return isPrepared
        .and(eb.exists(othersOf(eb, ['delivered'])))
        .and(eb.not(eb.exists(othersOf(eb, IN_FLIGHT))))
    default:
      return eb('replay_item.state', '=', filter)
  }
}

/** The items of a run that starting it would send. */
export function stillToBeSent(eb: ExpressionBuilder<Schema, 'replay_run'>) {
  return eb
    .selectFrom('replay_item')
    .select('replay_item.id')
    .whereRef('replay_item.run_id', '=', 'replay_run.id')
    .where(item => passes(item, 'prepared', { isReady: true }))
}

export function leftOutOf(
  { isInFlight, deliveredAt }: { isInFlight: unknown; deliveredAt: Date | null },
  timeZone: string,
): LeftOut | null {
  if (isInFlight === true) return { why: 'being_sent', at: null }
  if (deliveredAt === null) return null
  return { why: 'already_delivered', at: stampIn(deliveredAt, timeZone) }
}
