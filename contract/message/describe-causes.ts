import { mayHaveArrived } from '../event/can-heal.ts'
import { causeTexts } from '../event/cause-texts.ts'
import { failureCause, failureSummary } from '../event/failure-cause.ts'
import { capitalise } from '../text/names.ts'
import { type MessageEvent, readerName, receiverNames } from './message-event.ts'
import { inOrder, listEvents, momentOf, periodOf, type Writing } from './message-sections.ts'
import type { MessageTexts } from './message-texts.ts'

/** The step after the steps of `CauseTexts`. */
const ANSWERED = 5

type Limits = {
  /** How many causes are described. */
  causes: number
  /** How many events are listed; null if a file has the list. */
  lines: number | null
  /** The end of the headings of lists, such as " that are still missing". */
  what: string
}

/** Each cause with what to change and its events: what the reader has to do comes first, and what is over last. */
export function describeCauses(
  sections: CauseSection[],
  writing: Writing,
  { causes: max, lines, what }: Limits,
): string[] {
  const { texts, clock } = writing
  const count = sections.reduce((sum, { alike }) => sum + alike.length, 0)
  const { shown, more } = firstCauses(sections, max, texts)
  const linesEach =
    lines === null || count <= lines ? lines : Math.max(1, Math.floor(lines / shown.length))
  const isOne = sections.length === 1
  const described = shown.flatMap((section, index) => {
    const { alike } = section
    const first = linesEach !== null && alike.length > linesEach ? linesEach : null
    const when = linesEach === null ? texts.timesAttached : texts.when(alike.length, first)
    const share = ` (${texts.partOf(texts.number(alike.length), texts.number(count))})`
    const period = periodOf(alike, 'at')
    const was = period && texts.was(clock.moment(period.first), clock.moment(period.last))
    const { happened, change } = describeCause(section, when, writing)
    const cause = `${formatSubject(alike, writing)} ${happened}`
    return [
      isOne
        ? `${texts.happened}\n${cause}`
        : `${index + 1}. ${headingOf(section, index, texts)}${share}\n${[cause, was].filter(Boolean).join(' ')}`,
      `${texts.change}\n${change}`,
      ...(linesEach === null ? [] : [listEvents(alike, what, writing, linesEach)]),
    ]
  })
  return [...described, ...more]
}

/** What to change for each cause, in one line each. */
export function listChanges(sections: CauseSection[], writing: Writing, max: number): string[] {
  const { texts } = writing
  const { shown, more } = firstCauses(sections, max, texts)
  const lines = shown.map(
    section => `- ${describeCause(section, texts.timesAttached, writing).change}`,
  )
  return shown.length === 0 ? [] : [[texts.change, ...lines].join('\n'), ...more]
}

/** The first causes, and how many others there are. A cause may have several sections. */
function firstCauses(sections: CauseSection[], max: number, texts: MessageTexts) {
  const names = [...new Set(sections.map(({ name }) => name))]
  const more = names.length - max
  return {
    shown: sections.filter(({ name }) => names.indexOf(name) < max),
    more: more <= 0 ? [] : [texts.otherCauses(more)],
  }
}

function headingOf({ isEarlier, need }: CauseSection, place: number, texts: MessageTexts): string {
  if (isEarlier || (need === 'recovered' && place > 0)) return texts.happenedEarlier
  return place > 0 ? texts.happenedToo : texts.happened
}

/** A cause at the receivers about which the reader has the same to do. */
export type CauseSection = {
  name: string
  alike: MessageEvent[]
  /** Whether it is over: a later answer disproves it, or the receivers have only failed with another cause since then. */
  isEarlier: boolean
  need: 'nothing' | 'recovered' | 'gone' | 'change'
  /** When it was last seen, if it is gone. */
  gone: string | null
}

export function causeSections(events: MessageEvent[], evidence: MessageEvent[]): CauseSection[] {
  const byCause = Map.groupBy(
    events,
    event => `${failureSummary(event.outcome)}\n${readerName(event, 'operator')}`,
  )
  const sections = Array.from(byCause.values(), (alike): CauseSection => {
    const outcome = alike[0]?.outcome ?? null
    const gone = disprovedSince(alike, evidence)
    const isOurs = causeTexts(outcome).fixer === 'us'
    const isRecovered = alike.every(({ recoveredAt }) => recoveredAt !== null)
    const need = isOurs ? 'nothing' : isRecovered ? 'recovered' : gone === null ? 'change' : 'gone'
    const isEarlier = gone !== null || isReplaced(alike, evidence)
    return { name: failureSummary(outcome), alike, isEarlier, need, gone }
  })
  const byNeed = Map.groupBy(sections, ({ name, need, isEarlier }) =>
    [name, need, isEarlier].join('\n'),
  )
  const all = Array.from(byNeed.values()).flatMap(([first, ...others]) =>
    first ? [others.reduce(merged, first)] : [],
  )
  const placeOf = ({ need, isEarlier }: CauseSection) =>
    2 * Number(need !== 'change') + Number(isEarlier)
  return [0, 1, 2, 3].flatMap(place => inOrderOfTime(all.filter(one => placeOf(one) === place)))
}

/** The latest first, but of causes that overlap in time the one with the most events. */
function inOrderOfTime(sections: CauseSection[]): CauseSection[] {
  const overlapping: { from: number; sections: CauseSection[] }[] = []
  const timeOf = ({ alike }: CauseSection, which: 'first' | 'last') =>
    momentOf(periodOf(alike, 'at')?.[which] ?? null)
  for (const section of sections.toSorted(
    (one, other) => timeOf(other, 'last') - timeOf(one, 'last'),
  )) {
    const from = timeOf(section, 'first')
    const later = overlapping.at(-1)
    if (later && timeOf(section, 'last') >= later.from) {
      later.from = Math.min(later.from, from)
      later.sections.push(section)
    } else overlapping.push({ from, sections: [section] })
  }
  return overlapping.flatMap(({ sections }) =>
    sections.toSorted((one, other) => other.alike.length - one.alike.length),
  )
}

function merged(one: CauseSection, other: CauseSection): CauseSection {
  const gone = momentOf(one.gone) > momentOf(other.gone) ? one.gone : other.gone
  return { ...one, alike: inOrder([...one.alike, ...other.alike]), gone }
}

/** "Your system (hooks.example/calls)", or the addresses of several. The subject and pages name receivers alike. */
function formatSubject(events: MessageEvent[], { texts, audience }: Writing): string {
  const system = capitalise(texts.system[audience])
  const names = receiverNames(events)
  return names.length === 0 ? system : `${system} (${texts.names(names)})`
}

function describeCause(
  { alike, need, gone, isEarlier }: CauseSection,
  when: string,
  { texts, audience, clock }: Writing,
) {
  const outcome = alike.at(-1)?.outcome ?? null
  const { happened, task, reply } = texts.cause(causeTexts(outcome))
  const system = texts.system[audience]
  const fill = (text: string) => texts.fill(text, outcome, when)
  const ask = task && texts.ask[audience](fill(task))
  const accepted = periodOf(alike, 'recoveredAt')?.last ?? ''
  const change =
    need === 'nothing'
      ? texts.ourFault
      : need === 'recovered'
        ? texts.accepted(system, clock.full(accepted))
        : gone !== null
          ? texts.gone(system, clock.moment(gone))
          : [ask && (isEarlier ? texts.unlessFixed(ask) : ask), reply].filter(Boolean).join(' ')
  const duplicates = mayHaveArrived(outcome) ? ` ${texts.duplicates}` : ''
  return { happened: `${fill(happened)}${duplicates}`, change }
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
  const since = sinceCause(alike, evidence, failureCause)
  return since?.later.some(event => (stepOf(event) ?? 0) > step) ? since.last : null
}

/**
 * Whether a receiver has failed with another cause since then, and with that cause only since then. That alone does
 * not show that a cause is gone.
 */
function isReplaced(alike: MessageEvent[], evidence: MessageEvent[]): boolean {
  const since = sinceCause(alike, evidence, failureSummary)
  if (since === null) return false
  const { later, ofReceiver } = since
  const bySummary = Map.groupBy(ofReceiver, ({ outcome }) => failureSummary(outcome))
  return later.some(
    ({ outcome }) =>
      outcome !== null && bySummary.get(failureSummary(outcome))?.every(one => later.includes(one)),
  )
}

/** When a cause was last seen, and what failed at its receiver later; null if one of the times is unknown. */
function sinceCause(
  alike: MessageEvent[],
  evidence: MessageEvent[],
  causeOf: (outcome: MessageEvent['outcome']) => string,
): { last: string; later: MessageEvent[]; ofReceiver: MessageEvent[] } | null {
  const [first] = alike
  if (first === undefined || first.url === null) return null
  const receiver = readerName(first, 'operator')
  const cause = causeOf(first.outcome)
  const ofReceiver = evidence.filter(event => readerName(event, 'operator') === receiver)
  const same = [...alike, ...ofReceiver.filter(({ outcome }) => causeOf(outcome) === cause)]
  const last = periodOf(same, 'at')?.last ?? null
  // An event without a time may be the last one.
  if (last === null || same.some(({ at }) => at === null)) return null
  return { last, ofReceiver, later: ofReceiver.filter(({ at }) => momentOf(at) > Date.parse(last)) }
}
