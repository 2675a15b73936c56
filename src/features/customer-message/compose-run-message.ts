import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { formatCount, formatNumber, plural } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import type { Times } from '../../format/times-in.ts'
import { describeCauses, needsChange } from './describe-causes.ts'
import type { MessageEvent } from './message-event.ts'
import {
  formatKept,
  formatSent,
  listEvents,
  type MessageOptions,
  type Noun,
  SYSTEM,
  shownEvents,
  technicalDetails,
} from './message-sections.ts'

type RunOfMessage = Pick<
  ReplayRunDetails,
  | 'state'
  | 'counts'
  | 'receivers'
  | 'further_receivers'
  | 'causes'
  | 'skipped_delivered'
  | 'skipped_handled'
>

type AboutRun = {
  /** The run, or its part that concerns the reader. */
  run: RunOfMessage
  /** The company that the message is for; null if the reader is an operator or the company is unknown. */
  company: string | null
  /** The days of the run, such as "on 21 November 2026". */
  days: string
  failures: MessageEvent[]
}

const MAX_RECEIVERS = 10
const MAX_CAUSES = 5

/**
 * A message that a person can send to one customer or operator about a replay run: how many events were
 * sent again, how many arrived, why others did not and what to change, and what happens next.
 */
export function composeRunMessage(
  { run, company, days, failures }: AboutRun,
  noun: Noun,
  times: Times,
  options: MessageOptions,
): string {
  const { counts } = run
  const { audience } = options
  const failed = shownEvents(failures, options)
  const total = counts.failed_again
  const sent = counts.delivered + total
  // Large runs are queued, and skipped after they were cancelled, part by part.
  const unsettled = counts.prepared + counts.queued
  const isOver = run.state === 'finished' || run.state === 'cancelled'
  const waiting = isOver ? counts.sending : unsettled + counts.sending
  const all = sent + waiting
  const earlier = run.skipped_delivered
  const handled = run.skipped_handled
  const skipped = counts.skipped + (isOver ? unsettled : 0)
  const notSent = Math.max(0, skipped - earlier - handled)
  const sections = [
    'Hello,',
    all > 0
      ? `We ${isOver ? 'sent' : 'are sending'} ${formatSent(all, noun)} to ${SYSTEM[audience]} again. ${plural(all, 'It', 'They')} had failed ${days}.`
      : notSent > 0
        ? `We have not sent ${formatSent(notSent, noun)} to ${SYSTEM[audience]} again. ${plural(notSent, 'It', 'They')} had failed ${days}.`
        : earlier > 0
          ? `${capitalise(SYSTEM[audience])} already has ${formatSent(earlier, noun)} that had failed ${days}.`
          : `We have not sent ${formatSent(handled, noun)} to ${SYSTEM[audience]} again, because ${plural(handled, 'it was', 'they were')} dealt with in another way. ${plural(handled, 'It', 'They')} had failed ${days}.`,
    facts(run, company),
    all > 0 && [
      'Result',
      `- Delivered: ${formatNumber(counts.delivered)}`,
      total > 0 && `- Failed again: ${formatNumber(total)}`,
      earlier > 0 && `- Delivered earlier: ${formatNumber(earlier)}`,
      handled > 0 && `- Dealt with in another way: ${formatNumber(handled)}`,
      notSent > 0 && `- Not sent: ${formatNumber(notSent)}`,
      waiting > 0 && `- Still being sent: ${formatNumber(waiting)}`,
    ],
    describeReceivers(run, noun),
    // Otherwise each cause is described with its share.
    failed.length < total ? countCauses(run, noun) : null,
    ...describeCauses(failed, { total, audience, times, evidence: failed }),
    `What happens next\n${nextSteps(run, { noun, audience, isOver, notSent, hasToChange: failed.length === 0 || needsChange(failed) })}`,
    failed.length > 0
      ? listEvents(failed, total, { noun, times, isAgain: true, ...options })
      : null,
    audience === 'operator' ? technicalDetails(failed, options) : null,
    'Kind regards',
  ]
  return sections
    .filter(section => section !== null && section !== false)
    .map(section =>
      typeof section === 'string' ? section : section.filter(line => line !== false).join('\n'),
    )
    .join('\n\n')
}

/** Whom the message is about. Addresses that did not accept all events have their own list. */
function facts({ receivers, further_receivers, counts }: RunOfMessage, company: string | null) {
  const named = receivers.flatMap(({ receiver }) => receiver ?? [])
  // Without a company, they may be those of several customers.
  const ofOneReader = company !== null || named.length === 1
  const hasAddresses =
    ofOneReader && counts.failed_again === 0 && named.length > 0 && further_receivers === 0
  const lines = [
    company !== null && `Company: ${company}`,
    hasAddresses &&
      named.length <= MAX_RECEIVERS &&
      `${plural(named.length, 'Address', 'Addresses')}: ${named.join('\n           ')}`,
  ].filter(line => line !== false)
  return lines.length > 0 && lines
}

function describeReceivers({ receivers, further_receivers }: RunOfMessage, { many }: Noun) {
  const named = receivers.filter(({ receiver, counts }) => receiver && counts.failed_again > 0)
  if (named.length === 0) return null
  const more = named.length - MAX_RECEIVERS + further_receivers
  return [
    `Addresses that did not accept all ${many}`,
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
function countCauses({ causes }: RunOfMessage, { many }: Noun) {
  const ofFailures = causes.filter(({ state }) => state === 'failed_again')
  if (ofFailures.length === 0) return null
  const more = ofFailures.length - MAX_CAUSES
  return [
    `Why ${many} failed again`,
    ...ofFailures
      .slice(0, MAX_CAUSES)
      .map(({ cause, count }) => `- ${capitalise(cause)} (${formatNumber(count)})`),
    more > 0 && `- and ${formatCount(more, 'other cause', 'other causes')}`,
  ]
}

type Next = {
  noun: Noun
  audience: MessageOptions['audience']
  isOver: boolean
  /** How many events no replay has delivered or tried to deliver. */
  notSent: number
  hasToChange: boolean
}

function nextSteps(
  { counts, skipped_delivered }: RunOfMessage,
  { noun, audience, isOver, notSent, hasToChange }: Next,
): string {
  if (!isOver) return 'We will tell you the result when we have sent all of them.'
  if (counts.failed_again > 0) return formatKept(hasToChange)
  const arrived = counts.delivered + skipped_delivered
  const confirmed = `${capitalise(SYSTEM[audience])} has confirmed ${plural(arrived, 'it', 'them')}`
  if (notSent === 0 && arrived === 0) return 'You do not need to do anything.'
  if (notSent === 0) return `${confirmed}, so you do not need to do anything.`
  if (arrived === 0)
    return `Please reply if you still need ${plural(notSent, 'this', 'these')} ${plural(notSent, noun.one, noun.many)}.`
  return `${confirmed}. Please reply if you still need the ${formatCount(notSent, noun.one, noun.many)} that we have not sent.`
}
