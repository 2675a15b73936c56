import {
  type Exclusion,
  type Includable,
  type ReceiverPause,
  type ReplayItemFilter,
  type ReplayRun,
  type ReplayRunDetails,
  TOO_OFTEN,
} from '../../../contract/replay.ts'
import type { StandingOrder } from '../../../contract/standing-order.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { formatNames } from '../../../contract/text/names.ts'
import { eventNoun, listNoun } from '../event/list/list-labels.ts'
import { runDays } from './list-of-run.ts'
import { type ReplayTone, withSmallStart } from './replay-messages.ts'
import { countSent, countToSend, totalOf } from './run-counts.ts'

/** "12 events", or of a run of both lists "5 calls and 3 AI events". */
export function formatToSend(run: ReplayRunDetails, included: Includable[]): string {
  if (run.list !== null) return formatCount(countToSend(run, included), 'event', 'events')
  const ofLists = run.lists.map(({ list, ...of }) => ({ list, count: countToSend(of, included) }))
  return ofLists
    .filter(({ count }) => count > 0)
    .map(({ list, count }) => `${formatNumber(count)} ${eventNoun(list, count)}`)
    .join(' and ')
}

/** "12 events were already delivered by replays of Thandi and others" */
export function formatDelivered({
  already_delivered: count,
  delivered_by,
}: Pick<ReplayRunDetails, 'already_delivered' | 'delivered_by'>): string {
  const events = `${formatCount(count, 'event was', 'events were')} already delivered by`
  const named = delivered_by.filter(who => who !== null)
  const [first, ...others] = named.length < delivered_by.length ? [...named, 'others'] : named
  if (first === undefined || named.length === 0) return `${events} a replay`
  if (others.length === 0) return `${events} a replay of ${first}`
  return `${events} replays of ${formatNames([first, ...others])}`
}

/** What a draft run will do with an item when it starts. */
export function formatPrepared(
  exclusion: Exclusion | null,
  { included, time }: { included: Includable[]; time: (stamp: string) => string },
): string {
  if (exclusion === null) return 'Will be sent'
  const { why, at, who } = exclusion
  const atTime = at === null ? '' : ` at ${time(at)}`
  const by = who === null ? '' : ` by ${who}`
  switch (why) {
    case 'being_sent':
      return `Being sent by ${who === null ? 'another replay' : `${who}’s replay`}, will be skipped`
    case 'already_delivered':
      return `Already delivered${by}${atTime}, will be ${included.includes(why) ? 'sent again' : 'skipped'}`
    case 'handled':
      return `Marked as handled${by}${atTime}, will be ${included.includes(why) ? 'sent anyway' : 'skipped'}`
    case 'failed_often':
      return `Failed in ${TOO_OFTEN} replays already, will be ${included.includes(why) ? 'sent anyway' : 'skipped'}`
  }
}

/** How many of its events a run skips; 0 once it is over, because its outcome then says so. */
export function countSkipped(run: ReplayRun): number {
  if (run.state === 'ready') return totalOf(run.counts) - countToSend(run)
  return run.state === 'running' || run.state === 'paused' ? run.counts.skipped : 0
}

/** "1,903 failed calls", or for a run of both lists "5 failed calls and 3 failed AI events". */
export function formatLists(run: ReplayRunDetails, included: Includable[]): string {
  const ofLists = run.lists.map(({ list, ...of }) => ({
    list,
    sent: countSent({ ...of, state: run.state }, included),
    all: totalOf(of.counts),
  }))
  const sending = ofLists.filter(({ sent }) => sent > 0)
  const shown = sending.length > 0 ? sending : ofLists.map(of => ({ ...of, sent: of.all }))
  return shown
    .map(({ list, sent }) => `${formatNumber(sent)} ${listNoun(list, sent)}`)
    .join(' and ')
}

const WAITING_IS_USELESS =
  'Redial doesn’t try again on its own, because waiting doesn’t change that. Ask the receiver’s operator to fix it, then continue.'

/** What a standing order sends: "12 failed calls and what fails until then". */
export function formatOrdered({
  events,
  list,
  keeps_token,
}: Pick<StandingOrder, 'events' | 'list' | 'keeps_token'>): string {
  if (events === 0) {
    return keeps_token ? 'Nothing waits; Redial sends what has failed since' : 'Nothing waits'
  }
  const later = keeps_token ? ' and what fails until then' : ''
  return `${formatNumber(events)} ${listNoun(list, events)}${later}`
}

/** Why a receiver gets no more events of a run, and when it does. */
export function formatPause(pause: ReceiverPause, full: (stamp: string) => string): string {
  const { order_until, until, may_heal } = pause
  if (order_until === null) {
    const why = formatCause(pause, full)
    return may_heal || until !== null ? why : `${why} ${WAITING_IS_USELESS}`
  }
  const cause = pause.why === 'not_tried' ? '' : `${formatCause({ ...pause, until: null }, full)} `
  const next = until === null ? 'soon' : `on ${full(until)}`
  return `${cause}Redial tries one event ${next} and sends the rest once that one arrives. It keeps trying until ${full(order_until)}.`
}

function formatCause(
  { why, failed, of, until, cause }: ReceiverPause,
  full: (stamp: string) => string,
): string {
  const last = cause ? ` The last one: ${withSmallStart(cause)}.` : ''
  switch (why) {
    case 'not_tried':
      return 'This receiver waits for its next trial.'
    case 'failed_in_a_row':
      return failed === 1
        ? `The last attempt failed${cause ? `: ${withSmallStart(cause)}` : ''}.`
        : `The last ${formatNumber(failed)} attempts failed, so Redial paused this receiver.${last}`
    case 'half_failed':
      return `${formatNumber(failed)} of ${formatCount(of, 'event', 'events')} of one step failed, so Redial paused this receiver.${last}`
    case 'events_rejected':
      return `It rejected ${formatNumber(failed)} different events in a row, so Redial paused it.`
    case 'gone':
      return 'It answered 410: it asks to get no more events at this address.'
    case 'asked_to_wait':
      return `It is busy and asked Redial to wait.${until === null ? '' : ` The replay continues automatically on ${full(until)}.`}`
    case 'asked_too_often':
      return `It asked Redial to wait ${formatNumber(failed)} times in a row.`
  }
}

/**
 * A hint below the progress of a run that was started or has ended.
 *
 * @param full formats a timestamp with its date
 */
export function formatHint(run: ReplayRun, full: (stamp: string) => string): string | null {
  switch (run.state) {
    case 'running':
      if (run.next_trial_at !== null && run.counts.sending === 0) {
        return `Redial tries one event of each receiver that it waits for, the next on ${full(run.next_trial_at)}, and sends the rest once that one arrives. You can close this tab.`
      }
      if (run.paused_receivers > 0 && run.counts.sending === 0) {
        return 'A replay sends each receiver one event, then more, and pauses a receiver that fails.'
      }
      return `You can close this tab. The replay keeps running; follow it in Replays.`
    case 'paused':
      // Attempts in flight can't be stopped.
      return run.counts.sending > 0
        ? `${formatCount(run.counts.sending, 'event is', 'events are')} still being sent. Nothing else is sent until somebody resumes the replay.`
        : 'Nothing more is sent until somebody resumes the replay.'
    case 'broken':
      return `${run.problem ?? 'The service did not say why.'} Go back to the list and try again${run.read.of === 1 ? '.' : '. Your selection is still there.'}`
    default:
      return run.finished_at && `Ended on ${full(run.finished_at)}`
  }
}

export function runTone({ state, counts }: ReplayRun): ReplayTone {
  if (state === 'finished') {
    if (counts.failed_again > 0) return 'bad'
    return counts.delivered > 0 ? 'good' : 'none'
  }
  return state === 'cancelled' || state === 'broken' ? 'bad' : 'wait'
}

/** Which events the run is for: "all of these days", "37 selected". null if there is nothing to add. */
export function formatRequested(run: ReplayRun): string | null {
  const { asked_for, read, counts } = run
  const { from, to } = runDays(run)
  const count = Math.max(read.of ?? 0, totalOf(counts))
  if (asked_for === 'all') return from === to ? 'all of that day' : 'all of these days'
  if (asked_for === 'failed_again') return 'events that failed in an earlier replay'
  // The title already says that it is one event.
  if (count === 1) return null
  return count > 0 ? `${formatNumber(count)} selected` : 'some selected'
}

export const FILTER_LABELS: Record<ReplayItemFilter, string> = {
  prepared: 'To be sent',
  being_sent: 'Being sent by another replay',
  already_delivered: 'Already delivered',
  handled: 'Marked as handled',
  failed_often: 'Failed too often',
  queued: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  failed_again: 'Failed again',
  skipped: 'Skipped',
}
