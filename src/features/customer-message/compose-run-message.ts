import { describeCauses, needsChange } from '../../../contract/message/describe-causes.ts'
import type { MessageEvent } from '../../../contract/message/message-event.ts'
import {
  formatKept,
  formatSent,
  listEvents,
  type MessageOptions,
  type Noun,
  SYSTEM,
  shownEvents,
  technicalDetails,
} from '../../../contract/message/message-sections.ts'
import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { formatCount, formatNumber, plural } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import type { Times } from '../../../contract/time/times-in.ts'

type RunOfMessage = Pick<
  ReplayRunDetails,
  | 'state'
  | 'name'
  | 'reason'
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
  const { audience } = options
  const failed = shownEvents(failures, options)
  const total = run.counts.failed_again
  const figures = figuresOf(run)
  const hasToChange = failed.length === 0 || needsChange(failed)
  const sections = [
    'Hello,',
    formatBeginning(figures, { noun, audience, days }),
    facts(run, company),
    formatResult(run, figures),
    describeReceivers(run, noun),
    // Otherwise each cause is described with its share.
    failed.length < total && countCauses(run, noun),
    ...describeCauses(failed, { total, audience, times, evidence: failed }),
    `What happens next\n${nextSteps(run, figures, { noun, audience, hasToChange })}`,
    failed.length > 0 && listEvents(failed, total, { noun, times, isAgain: true, ...options }),
    audience === 'operator' && technicalDetails(failed, options),
    'Kind regards',
  ]
  return sections
    .filter(section => section !== null && section !== false)
    .map(section =>
      typeof section === 'string' ? section : section.filter(line => line !== false).join('\n'),
    )
    .join('\n\n')
}

/** How many events the reader's part of a run has, by what became of them. */
type Figures = {
  isOver: boolean
  /** Sent, or still to be sent. */
  all: number
  waiting: number
  /** Delivered by an earlier replay. */
  earlier: number
  handled: number
  /** Neither delivered by any replay nor sent by this one. */
  notSent: number
}

function figuresOf({ state, counts, skipped_delivered, skipped_handled }: RunOfMessage): Figures {
  // Large runs are queued, and skipped after they were cancelled, part by part.
  const unsettled = counts.prepared + counts.queued
  const isOver = state === 'finished' || state === 'cancelled'
  const waiting = isOver ? counts.sending : unsettled + counts.sending
  const skipped = counts.skipped + (isOver ? unsettled : 0)
  return {
    isOver,
    all: counts.delivered + counts.failed_again + waiting,
    waiting,
    earlier: skipped_delivered,
    handled: skipped_handled,
    notSent: Math.max(0, skipped - skipped_delivered - skipped_handled),
  }
}

function formatBeginning(
  { isOver, all, earlier, handled, notSent }: Figures,
  { noun, audience, days }: Pick<Next, 'noun' | 'audience'> & { days: string },
): string {
  const system = SYSTEM[audience]
  const failed = (count: number) => `${plural(count, 'It', 'They')} had failed ${days}.`
  if (all > 0) {
    const verb = isOver ? 'sent' : 'are sending'
    return `We ${verb} ${formatSent(all, noun)} to ${system} again. ${failed(all)}`
  }
  if (notSent > 0) {
    return `We have not sent ${formatSent(notSent, noun)} to ${system} again. ${failed(notSent)}`
  }
  if (earlier > 0) {
    return `${capitalise(system)} already has ${formatSent(earlier, noun)} that had failed ${days}.`
  }
  return `We have not sent ${formatSent(handled, noun)} to ${system} again, because ${plural(handled, 'it was', 'they were')} dealt with in another way. ${failed(handled)}`
}

function formatResult({ counts }: RunOfMessage, figures: Figures) {
  if (figures.all === 0) return null
  const others: [string, number][] = [
    ['Failed again', counts.failed_again],
    ['Delivered earlier', figures.earlier],
    ['Dealt with in another way', figures.handled],
    ['Not sent', figures.notSent],
    ['Still being sent', figures.waiting],
  ]
  return [
    'Result',
    `- Delivered: ${formatNumber(counts.delivered)}`,
    ...others.map(([what, count]) => count > 0 && `- ${what}: ${formatNumber(count)}`),
  ]
}

/** Whom the message is about. Addresses that did not accept all events have their own list. */
function facts(
  { receivers, further_receivers, counts, name, reason }: RunOfMessage,
  company: string | null,
) {
  const addresses = receivers.flatMap(({ receiver }) => receiver ?? [])
  // Without a company, they may be those of several customers.
  const ofOneReader = company !== null || addresses.length === 1
  const hasAddresses =
    ofOneReader && counts.failed_again === 0 && addresses.length > 0 && further_receivers === 0
  const lines = [
    company !== null && `Company: ${company}`,
    hasAddresses &&
      addresses.length <= MAX_RECEIVERS &&
      `${plural(addresses.length, 'Address', 'Addresses')}: ${addresses.join('\n           ')}`,
    name !== null && `Replay: ${name}`,
    reason !== null && `Reason: ${reason}`,
  ].filter(line => line !== false)
  return lines.length > 0 && lines
}

function describeReceivers({ receivers, further_receivers }: RunOfMessage, { many }: Noun) {
  const failing = receivers.filter(({ receiver, counts }) => receiver && counts.failed_again > 0)
  if (failing.length === 0) return null
  const more = failing.length - MAX_RECEIVERS + further_receivers
  return [
    `Addresses that did not accept all ${many}`,
    ...failing
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
  hasToChange: boolean
}

function nextSteps(
  { counts }: RunOfMessage,
  { isOver, earlier, notSent }: Figures,
  { noun, audience, hasToChange }: Next,
): string {
  if (!isOver) return 'We will tell you the result when we have sent all of them.'
  if (counts.failed_again > 0) return formatKept(hasToChange)
  const arrived = counts.delivered + earlier
  const confirmed = `${capitalise(SYSTEM[audience])} has confirmed ${plural(arrived, 'it', 'them')}`
  if (notSent === 0 && arrived === 0) return 'You do not need to do anything.'
  if (notSent === 0) return `${confirmed}, so you do not need to do anything.`
  if (arrived === 0)
    return `Please reply if you still need ${plural(notSent, 'this', 'these')} ${plural(notSent, noun.one, noun.many)}.`
  return `${confirmed}. Please reply if you still need the ${formatCount(notSent, noun.one, noun.many)} that we have not sent.`
}
