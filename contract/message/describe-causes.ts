import { causeTexts } from '../event/cause-texts.ts'
import { failureCause, failureSummary } from '../event/failure-cause.ts'
import { receiverOf } from '../event/receiver-of.ts'
import { capitalise } from '../text/names.ts'
import { type MessageEvent, readerName, receiverNames } from './message-event.ts'
import { momentOf, periodOf, type Writing } from './message-sections.ts'
import { messageCause } from './message-texts.ts'

/** The step after those of `CauseTexts`. */
const ANSWERED = 5

const MAX_CAUSES = 5

/** Each cause, the latest first, and what to change. Receivers that have the same to change share a description. */
export function describeCauses(
  events: MessageEvent[],
  evidence: MessageEvent[],
  when: string,
  writing: Writing,
): string[] {
  const { texts, clock } = writing
  const describe = (alike: MessageEvent[]) => describeCause(alike, evidence, when, writing)
  const byText = Map.groupBy(groupByCause(events), alike => {
    const { happened, change } = describe(alike)
    return `${happened}\n${change}`
  })
  const causes = Array.from(byText.values(), groups => ({ groups, alike: groups.flat() })).toSorted(
    ({ alike: one }, { alike: other }) =>
      momentOf(latest(other)) - momentOf(latest(one)) || other.length - one.length,
  )
  const shown = causes
    .slice(0, MAX_CAUSES)
    .map(({ groups: [first = []], alike }) => ({ alike, ...describe(first) }))
  const described = shown.map(({ alike, happened, change }, index) => {
    const share = ` (${texts.partOf(texts.number(alike.length), texts.number(events.length))})`
    const period = periodOf(alike, 'at')
    const was = period && texts.was(clock.moment(period.first), clock.moment(period.last))
    const isOne = causes.length === 1
    const sentences = [`${formatSubject(alike, writing)} ${happened}`, isOne ? null : was]
    const what = `${texts.happened}${isOne ? '' : share}\n${sentences.filter(Boolean).join(' ')}`
    // If consecutive causes need the same change, only the last of them shows it.
    return shown[index + 1]?.change === change ? what : `${what}\n\n${texts.change}\n${change}`
  })
  const more = causes.length - MAX_CAUSES
  return more <= 0 ? described : [...described, texts.otherCauses(more)]
}

function groupByCause(events: MessageEvent[]): MessageEvent[][] {
  const byCause = Map.groupBy(
    events,
    event => `${failureSummary(event.outcome)}\n${readerName(event, 'operator')}`,
  )
  return [...byCause.values()]
}

/** "Your system (hooks.example)", or the addresses if there are several. */
function formatSubject(events: MessageEvent[], { texts, audience }: Writing): string {
  const system = capitalise(texts.system[audience])
  const names = receiverNames(events)
  const name = names.length > 1 ? texts.names(names) : receiverOf(events[0]?.url ?? null)?.host
  return name === undefined ? system : `${system} (${name})`
}

/** @param events with the same cause and receiver */
function describeCause(
  events: MessageEvent[],
  evidence: MessageEvent[],
  when: string,
  { texts, audience, clock }: Writing,
) {
  const last = events.at(-1)
  const gone = disprovedSince(events, evidence)
  const outcome = last?.outcome ?? null
  const { happened, task, reply } = messageCause(texts, outcome)
  const { mayRepeat = false, fixer } = causeTexts(outcome)
  const system = texts.system[audience]
  const fill = (text: string) => texts.fill(text, outcome, when)
  const change =
    fixer === 'us'
      ? texts.ourFault
      : isRecovered(events)
        ? texts.accepted(system, clock.full(last?.recoveredAt ?? ''))
        : gone !== null
          ? texts.gone(system, clock.moment(gone))
          : [task && texts.ask[audience](fill(task)), reply].filter(Boolean).join(' ')
  return { happened: `${fill(happened)}${mayRepeat ? ` ${texts.duplicates}` : ''}`, change }
}

function isRecovered(events: MessageEvent[]): boolean {
  return events.every(({ recoveredAt }) => recoveredAt !== null)
}

/** Whether the reader has something to do before the events are sent again. */
export function needsChange(events: MessageEvent[], evidence: MessageEvent[]): boolean {
  return groupByCause(events).some(
    alike =>
      disprovedSince(alike, evidence) === null &&
      !alike.every(
        ({ recoveredAt, outcome }) => recoveredAt !== null || causeTexts(outcome).fixer === 'us',
      ),
  )
}

function stepOf({ outcome }: MessageEvent): number | undefined {
  return outcome !== null && outcome.status !== null ? ANSWERED : causeTexts(outcome).step
}

/** Whether a later request to the same receiver may show that the cause of an event is gone. */
export function canBeDisproved(event: MessageEvent): boolean {
  const step = stepOf(event)
  return step !== undefined && step !== ANSWERED && event.url !== null
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
  if (first === undefined || !canBeDisproved(first)) return null
  const step = stepOf(first) ?? ANSWERED
  const receiver = readerName(first, 'operator')
  const cause = failureCause(first.outcome)
  const ofReceiver = evidence.filter(event => readerName(event, 'operator') === receiver)
  const same = [...alike, ...ofReceiver.filter(({ outcome }) => failureCause(outcome) === cause)]
  const last = latest(same)
  // An event without a time may be the last one.
  if (last === null || same.some(({ at }) => at === null)) return null
  const isDisproved = ofReceiver.some(
    event => (stepOf(event) ?? 0) > step && momentOf(event.at) > Date.parse(last),
  )
  return isDisproved ? last : null
}

function latest(events: MessageEvent[]): string | null {
  return periodOf(events, 'at')?.last ?? null
}
