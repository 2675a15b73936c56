import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import type { Times } from '../../format/times-in.ts'
import {
  describeCauses,
  listEvents,
  type MessageEvent,
  type MessageOptions,
  shownEvents,
  technicalDetails,
} from './message-sections.ts'

type RunOfMessage = Pick<
  ReplayRunDetails,
  'state' | 'counts' | 'receivers' | 'further_receivers' | 'causes'
>

type AboutRun = {
  run: RunOfMessage
  /** Of the run, such as "on 21 November 2026". */
  days: string
  /** The events that failed again, or the first of them. */
  failures: MessageEvent[]
}

const MAX_RECEIVERS = 10
const MAX_CAUSES = 5

/**
 * A message that a person can send to a customer about a replay run: how many events were sent
 * again, how many arrived, why others did not and what to change, and what happens next.
 */
export function composeRunMessage(
  { run, days, failures }: AboutRun,
  { one, many }: { one: string; many: string },
  times: Times,
  options: MessageOptions,
): string {
  const { counts } = run
  const failed = shownEvents(failures, options)
  const failedAgain = counts.failed_again
  const sent = counts.delivered + counts.failed_again
  const waiting = counts.queued + counts.sending
  const isOver = run.state === 'finished' || run.state === 'cancelled'
  const sections = [
    'Hello,',
    isOver
      ? `We sent ${formatCount(sent, one, many)} again that had failed ${days}.`
      : `We are sending ${formatCount(sent + waiting, one, many)} again that failed ${days}.`,
    [
      'Result',
      `- Delivered: ${formatNumber(counts.delivered)}`,
      counts.failed_again > 0 && `- Failed again: ${formatNumber(counts.failed_again)}`,
      counts.skipped > 0 && `- Not sent: ${formatNumber(counts.skipped)}`,
      !isOver && waiting > 0 && `- Still being sent: ${formatNumber(waiting)}`,
    ],
    receivers(run),
    causes(run),
    ...describeCauses(failed, failedAgain),
    `What happens next\n${nextSteps(run, isOver)}`,
    failed.length > 0
      ? `What failed again\n${listEvents(failed, failedAgain, times, options)}`
      : null,
    options.audience === 'operator' ? technicalDetails(failed, options) : null,
    'Kind regards',
  ]
  return sections
    .filter(section => section !== null)
    .map(section =>
      typeof section === 'string' ? section : section.filter(line => line !== false).join('\n'),
    )
    .join('\n\n')
}

function receivers({ receivers, further_receivers }: RunOfMessage) {
  const named = receivers.filter(({ receiver, counts }) => receiver && counts.failed_again > 0)
  if (named.length === 0) return null
  const more = named.length - MAX_RECEIVERS + further_receivers
  return [
    'Addresses that did not accept all events',
    ...named
      .slice(0, MAX_RECEIVERS)
      .map(
        ({ receiver, counts }) =>
          `- ${receiver}: ${formatNumber(counts.delivered)} delivered, ${formatNumber(counts.failed_again)} failed again`,
      ),
    more > 0 && `- and ${formatNumber(more)} more`,
  ]
}

/** Why events were skipped concerns us alone: colleagues and settings are named there. */
function causes({ causes }: RunOfMessage) {
  const ofFailures = causes.filter(({ state }) => state === 'failed_again')
  if (ofFailures.length === 0) return null
  const more = ofFailures.length - MAX_CAUSES
  return [
    'Why events failed again',
    ...ofFailures
      .slice(0, MAX_CAUSES)
      .map(({ cause, count }) => `- ${capitalise(cause)} (${formatNumber(count)})`),
    more > 0 && `- and ${formatCount(more, 'other cause', 'other causes')}`,
  ]
}

function nextSteps({ counts }: RunOfMessage, isOver: boolean): string {
  if (!isOver) return 'We will report the result when all of them are sent.'
  if (counts.failed_again > 0) {
    return 'We have kept the events that failed and will send them again once your system is ready. Please reply when it is.'
  }
  if (counts.delivered === 0) return 'Please reply if you still need these events.'
  return 'Your system confirmed each of the delivered events, so there is nothing left to do.'
}
