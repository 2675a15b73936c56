import { sql, type Transaction } from 'kysely'
import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Outcome } from '../../../webhooks/http/sender.ts'
import { judge } from './ramp.ts'
import { DUE, type Receiver, removeFinished } from './run-receivers.ts'
import { ACTIVE_ORDER, type ActiveOrder, afterOutcome, mayHeal } from './standing-orders.ts'

/** A settled item's receiver and outcome, and whether it waits again for a standing order. */
export type ReceiverOutcome = { receiver: string; outcome: Outcome; waitsAgain: boolean }

/**
 * Counts outcomes of a run in the order in which they came, and pauses receivers that should get no more events.
 *
 * @returns whether more items may be released
 */
export async function judgeReceivers(
  trx: Transaction<Schema>,
  runId: string,
  outcomes: ReceiverOutcome[],
): Promise<boolean> {
  if (outcomes.length === 0) return false
  const byReceiver = Map.groupBy(outcomes, ({ receiver }) => receiver)
  const { rows } = await sql<Judging>`
    select receiver_name, ramp, pause, (select ${ACTIVE_ORDER} from standing_order
      where run_id = receiver.run_id and receiver_name = receiver.receiver_name and ended is null) as "order"
    from replay_receiver receiver
    where run_id = ${runId} and receiver_name = any(${[...byReceiver.keys()]}::text[])
  `.execute(trx)
  if (rows.length === 0) return false
  const judged = rows.map(row => afterOutcomes(row, byReceiver.get(row.receiver_name) ?? []))
  const { rows: changed } = await sql<{ due: number; open_items: number }>`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as made (
        receiver text, settled integer, returned integer, sent_once integer, ramp jsonb, pause jsonb,
        wait_s integer, asked_s integer, trials integer, last_trial jsonb, ended text
      )
    ), ordered as (
      update standing_order stored set trials = made.trials, last_trial = made.last_trial,
        ended = made.ended, sealed = case when made.ended is null then sealed end
      from made
      where run_id = ${runId} and receiver_name = made.receiver and stored.ended is null
        and made.trials is not null
    )
    update replay_receiver receiver set
      open_items = receiver.open_items - made.settled + made.returned,
      released_items = receiver.released_items - made.settled,
      returned_items = receiver.returned_items + made.sent_once,
      ramp = made.ramp, pause = made.pause,
      wait_until = case
        when made.pause is null or receiver.pause is not null then receiver.wait_until
        when made.wait_s is null then null
        -- A person who tries in between does not put off the trial that was planned.
        else greatest(
          clock_timestamp() + made.asked_s * interval '1 second',
          least(
            clock_timestamp() + made.wait_s * interval '1 second',
            case when receiver.wait_until > clock_timestamp() then receiver.wait_until end
          )
        )
      end,
      changed_at = now()
    from made, replay_run run
    where receiver.run_id = ${runId} and receiver.receiver_name = made.receiver and run.id = receiver.run_id
    returning ${DUE} as due, receiver.open_items
  `.execute(trx)
  await removeFinished(trx, runId, changed)
  return changed.some(({ due }) => due > 0)
}

type Judging = Pick<Receiver, 'receiver_name' | 'ramp' | 'pause'> & { order: ActiveOrder | null }

function afterOutcomes(
  { receiver_name: receiver, ...before }: Judging,
  outcomes: ReceiverOutcome[],
) {
  let { ramp, pause, order } = before
  let wait_s: number | null = null
  let asked_s = 0
  let returnedBefore = 0
  const endOf = ({ outcome: { at, duration_ms } }: ReceiverOutcome) => at.getTime() + duration_ms
  for (const one of outcomes.toSorted((one, other) => endOf(one) - endOf(other))) {
    // Outcomes of events that were in flight when it was paused change nothing.
    if (pause !== null) break
    if (ramp.settled < 0) {
      ramp = { ...ramp, settled: ramp.settled + 1 }
      if (one.waitsAgain) returnedBefore += 1
      continue
    }
    const judged = judge(ramp, one.outcome, order !== null)
    const at = new Date(endOf(one)).toISOString()
    pause = judged.pause && {
      ...judged.pause,
      ...{ at, cause: failureSummary(one.outcome) },
      may_heal: mayHeal(judged.pause.why, one.outcome, order),
    }
    asked_s = judged.waitS
    if (pause?.why === 'asked_to_wait') wait_s = asked_s
    if (order !== null) {
      const after = afterOutcome(order, one.outcome, { ...judged, at, step: ramp.step })
      order = after.order
      wait_s = after.waitS
    }
    ramp = judged.ramp
  }
  const returned = outcomes.filter(({ waitsAgain }) => waitsAgain).length
  const counts = { settled: outcomes.length, returned, sent_once: returned - returnedBefore }
  return { receiver, ...counts, ramp, pause, wait_s, asked_s, ...order }
}
