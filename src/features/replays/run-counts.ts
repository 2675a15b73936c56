import { Includable, type ReplayRun } from '../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { formatDateRange } from '../../format/days.ts'
import { runDays } from './list-of-run.ts'

type Counts = ReplayRun['counts']

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/**
 * How many events a run will send when it starts, in total or to one receiver.
 *
 * @param included what it sends although it would skip it
 */
export function countToSend(
  of: Pick<ReplayRun, 'counts' | 'being_sent' | Includable>,
  included: Includable[] = [],
): number {
  const skipped = Includable.options.filter(why => !included.includes(why)).map(why => of[why])
  return skipped.reduce((rest, count) => rest - count, of.counts.prepared - of.being_sent)
}

type Countable = Pick<ReplayRun, 'state' | 'counts' | 'being_sent' | Includable>

/** How many events a run sends. What a cancelled run skips was to be sent. */
export function countSent(run: Countable, included: Includable[] = []): number {
  if (run.state === 'ready') return countToSend(run, included)
  const isOff = run.state === 'cancelled' || run.state === 'broken'
  return totalOf(run.counts) - (isOff ? 0 : run.counts.skipped)
}

/** The events that a run is about: those that it sends, or all if it sends none. */
export function countOfRun(run: Countable): number {
  return countSent(run) || totalOf(run.counts)
}

/** Items that were sent and have an outcome. */
export function countSettled({ delivered, failed_again }: Counts): number {
  return delivered + failed_again
}

/** Items of a started run that are neither sent nor skipped yet. */
export function countWaiting({ prepared, queued }: Counts): number {
  return prepared + queued
}

/** Whether the counts of a run can still change on their own. */
export function isLive({ state, counts }: ReplayRun): boolean {
  if (state === 'reading' || state === 'running' || counts.sending > 0) return true
  // The remaining items of a large run are skipped in batches.
  return (state === 'cancelled' || state === 'broken') && countWaiting(counts) > 0
}

/** Whether somebody has to start or resume a run, or to try again to load it. */
export function isWaiting({ state }: ReplayRun): boolean {
  return state === 'ready' || state === 'interrupted' || state === 'paused'
}

/** Whether a run was cancelled when all of its events were loaded, and before anybody started it. */
export function isDiscarded({ state, started_at, counts, read: { of } }: ReplayRun): boolean {
  const total = totalOf(counts)
  return state === 'cancelled' && started_at === null && total > 0 && total >= (of ?? total)
}

type Outcomes = Pick<Counts, 'delivered' | 'failed_again' | 'skipped'>

export function isNothingSent({ delivered, failed_again }: Outcomes): boolean {
  return delivered + failed_again === 0
}

/** "1,240 delivered, 7 failed again, 12 skipped", without counts of 0. */
export function formatOutcomes(outcomes: Outcomes): string {
  const { delivered, failed_again, skipped } = outcomes
  const parts = [
    isNothingSent(outcomes) && 'Nothing was sent',
    delivered > 0 && `${formatNumber(delivered)} delivered`,
    failed_again > 0 && `${formatNumber(failed_again)} failed again`,
    skipped > 0 && `${formatNumber(skipped)} skipped`,
  ]
  return parts.filter(part => part !== false).join(', ')
}

/** The progress of a run in one line: "Sending, 340 of 1,247 done". */
export function formatProgress(run: ReplayRun): string {
  const { counts } = run
  const done = `${formatNumber(countSettled(counts))} of ${formatNumber(countOfRun(run))} done`
  switch (run.state) {
    case 'reading':
      return `Loading ${formatLoaded(run.read)}`
    case 'interrupted':
      return `Loading stopped, ${formatLoaded(run.read)}`
    case 'ready':
      return 'Draft, nothing was sent'
    case 'running':
      // The page of a company has only its own events of the run.
      return countWaiting(counts) + counts.sending + run.paused_receivers === 0
        ? formatOutcomes(counts)
        : `${formatReceivers(run, counts.sending > 0)}, ${done}`
    case 'paused':
      return `Paused, ${done}`
    case 'finished':
      return formatOutcomes(counts)
    case 'cancelled':
      // Attempts in flight can't be stopped.
      if (counts.sending > 0) return `Cancelled, ${formatNumber(counts.sending)} still being sent`
      if (countWaiting(counts) > 0) return 'Cancelled, nothing more is sent'
      if (isDiscarded(run)) return 'Draft discarded, nothing was sent'
      return isNothingSent(counts)
        ? 'Cancelled, nothing was sent'
        : `Cancelled: ${formatOutcomes(counts)}`
    case 'broken':
      return 'Could not be loaded, nothing was sent'
  }
}

/** What a running replay does: "Sending", "6 receivers paused, waiting for 31 to recover". */
export function formatReceivers(
  {
    paused_receivers,
    waiting_receivers,
  }: Pick<ReplayRun, 'paused_receivers' | 'waiting_receivers'>,
  isSending: boolean,
): string {
  const held = paused_receivers - waiting_receivers
  const parts = [
    (isSending || paused_receivers === 0) && 'sending',
    held > 0 && `${formatCount(held, 'receiver', 'receivers')} paused`,
    waiting_receivers > 0 &&
      `waiting for ${held > 0 ? formatNumber(waiting_receivers) : formatCount(waiting_receivers, 'receiver', 'receivers')} to recover`,
  ]
  return capitalise(parts.filter(part => part !== false).join(', '))
}

/** "340 of 1,284", or "340 so far" if the service doesn't count the list. */
function formatLoaded({ found, of }: ReplayRun['read']): string {
  return of === null
    ? `${formatNumber(found)} so far`
    : `${formatNumber(found)} of ${formatNumber(of)}`
}

/**
 * A name from what distinguishes a run: whose events they are, their days, and the cause that they were chosen by.
 *
 * @param cause the one by which the list was filtered
 */
export function proposedName(run: ReplayRun, cause?: string): string {
  const ofCompanies = run.some_companies.length > 0
  const names = ofCompanies ? run.some_companies : run.some_receivers.map(shownReceiver)
  const hasMore = names.length > 2 || (ofCompanies && Boolean(run.further_companies))
  const whose = `${names.slice(0, 2).join(', ')}${hasMore ? ' and others' : ''}`
  const parts = [
    names.length > 0 && whose,
    formatDateRange(runDays(run)).replace(/^on /, ''),
    cause,
  ]
  return parts
    .filter(part => typeof part === 'string')
    .join(', ')
    .slice(0, 100)
}

/** The name that a person gave a run; null for the proposed one, which says nothing that the row doesn't. */
export function givenName(run: ReplayRun): string | null {
  return run.name === proposedName(run) ? null : run.name
}
