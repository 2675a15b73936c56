import { causeTexts } from '../event/cause-texts.ts'
import { failureCause, failureSummary, fillText } from '../event/failure-cause.ts'
import { receiverOf } from '../event/receiver-of.ts'
import { formatCount, formatNumber, plural } from '../text/count.ts'
import { capitalise, formatNames } from '../text/names.ts'
import type { Times } from '../time/times-in.ts'
import { type Audience, type MessageEvent, readerName, receiverNames } from './message-event.ts'
import { MAX_LISTED, momentOf, periodOf, SYSTEM } from './message-sections.ts'

/** The step after those of `CauseTexts`. */
const ANSWERED = 5

const MAX_CAUSES = 5

type Situation = {
  /** The number of failed events. The share of each cause is known only if the events are all of them. */
  total: number
  audience: Audience
  times: Times
  evidence: MessageEvent[]
}

/**
 * Each cause, the latest first, and what to change. Receivers that have the same to change share a
 * description.
 */
export function describeCauses(events: MessageEvent[], situation: Situation): string[] {
  const { total } = situation
  const byText = Map.groupBy(groupByCause(events), alike => {
    const { happened, change } = describeCause(alike, situation)
    return `${happened}\n${change}`
  })
  const causes = Array.from(byText.values(), groups => ({ groups, alike: groups.flat() })).toSorted(
    ({ alike: one }, { alike: other }) =>
      momentOf({ at: latest(other) }) - momentOf({ at: latest(one) }) || other.length - one.length,
  )
  const hasShares = causes.length > 1 && events.length === total
  const described = causes.slice(0, MAX_CAUSES).map(({ groups: [first = []], alike }) => {
    const share = hasShares ? ` (${formatNumber(alike.length)} of ${formatNumber(total)})` : ''
    const { happened, change } = describeCause(first, situation)
    const period = causes.length > 1 ? formatPeriod(alike, situation) : ''
    return `What happened${share}\n${formatSubject(alike, situation)} ${happened}${period}\n\nWhat to change\n${change}`
  })
  const more = causes.length - MAX_CAUSES
  if (more <= 0) return described
  const others = formatCount(more, 'other cause', 'other causes')
  return [...described, `There ${plural(more, 'is', 'are')} ${others}.`]
}

function groupByCause(events: MessageEvent[]): MessageEvent[][] {
  const byCause = Map.groupBy(
    events,
    event => `${failureSummary(event.outcome)}\n${readerName(event, 'operator')}`,
  )
  return [...byCause.values()]
}

/** " This was from 25 Nov, 20:10:00 to 25 Nov, 21:33:00." */
function formatPeriod(alike: MessageEvent[], { times }: Situation): string {
  const period = periodOf(alike)
  if (period === null) return ''
  const { first, last } = period
  return first === last
    ? ` This was on ${times.moment(last)}.`
    : ` This was from ${times.moment(first)} to ${times.moment(last)}.`
}

/** "Your system (hooks.example)", or the addresses if there are several. */
function formatSubject(events: MessageEvent[], { audience }: Situation): string {
  const system = capitalise(SYSTEM[audience])
  const names = receiverNames(events)
  const name = names.length > 1 ? formatNames(names) : receiverOf(events[0]?.url ?? null)?.host
  return name === undefined ? system : `${system} (${name})`
}

/** @param events with the same cause and receiver */
function describeCause(events: MessageEvent[], situation: Situation) {
  const { total, audience, times, evidence } = situation
  const last = events.at(-1)
  const gone = disprovedSince(events, evidence)
  const outcome = last?.outcome ?? null
  const { happened, message = happened, mayRepeat, task = '', reply, fixer } = causeTexts(outcome)
  const fill = (text: string) => fillText(text, outcome, timesBelow(total))
  const system = SYSTEM[audience]
  const please = audience === 'customer' ? `Please ask whoever runs ${system} to` : 'Please'
  const change =
    fixer === 'us'
      ? 'Nothing. The fault is on our side.'
      : isRecovered(events)
        ? `Nothing. ${capitalise(system)} has accepted our requests since then, most recently on ${times.full(last?.recoveredAt ?? '')}.`
        : gone !== null
          ? `Nothing: no longer seen since ${times.moment(gone)}. ${capitalise(system)} got further with later requests.`
          : [task && `${please} ${fill(task)}.`, reply].filter(Boolean).join(' ')
  const repeated =
    mayRepeat === true
      ? ' It may have stored the data anyway. Please check for duplicates after we send it again.'
      : ''
  return { happened: `${fill(message)}${repeated}`, change }
}

function isRecovered(events: MessageEvent[]): boolean {
  return events.every(({ recoveredAt }) => recoveredAt !== null)
}

/** Whether the reader has something to do before the events are sent again. */
export function needsChange(events: MessageEvent[], evidence = events): boolean {
  return groupByCause(events).some(
    alike =>
      disprovedSince(alike, evidence) === null &&
      !alike.every(
        ({ recoveredAt, outcome }) => recoveredAt !== null || causeTexts(outcome).fixer === 'us',
      ),
  )
}

function timesBelow(total: number): string {
  if (total === 1) return 'at the time below'
  return total > MAX_LISTED
    ? `at the times below (the first ${MAX_LISTED} of ${formatNumber(total)})`
    : 'at the times below'
}

function stepOf({ outcome }: MessageEvent): number | undefined {
  return outcome !== null && outcome.status !== null ? ANSWERED : causeTexts(outcome).step
}

/**
 * When a cause was last seen, if a later request to the same receiver got further, so that the cause is gone;
 * otherwise null. An expired certificate does not need a renewal if the receiver answered 500 afterwards. One
 * answer does not disprove another, because a receiver may answer each request differently.
 *
 * @param alike events with the same cause and receiver
 * @param evidence events that may be later, of any cause and receiver
 */
function disprovedSince(alike: MessageEvent[], evidence: MessageEvent[]): string | null {
  const [first] = alike
  if (first === undefined) return null
  const step = stepOf(first)
  const receiver = readerName(first, 'operator')
  if (step === undefined || step === ANSWERED || receiver == null) return null
  const cause = failureCause(first.outcome)
  const ofReceiver = evidence.filter(event => readerName(event, 'operator') === receiver)
  const same = [...alike, ...ofReceiver.filter(({ outcome }) => failureCause(outcome) === cause)]
  const last = latest(same)
  // An event without a time may be the last one.
  if (last === null || same.some(({ at }) => at === null)) return null
  const isDisproved = ofReceiver.some(
    event => (stepOf(event) ?? 0) > step && momentOf(event) > Date.parse(last),
  )
  return isDisproved ? last : null
}

function latest(events: MessageEvent[]): string | null {
  return periodOf(events)?.last ?? null
}
