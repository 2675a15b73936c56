import type { Language } from '../follow-up.ts'
import { shownUrl } from '../text/shown-text.ts'
import { dayOf } from '../time/calendar-date.ts'
import { formatDays } from '../time/day-text.ts'
import type { Times } from '../time/times-in.ts'
import { type CauseSection, causeSections, describeCauses, listChanges } from './describe-causes.ts'
import { isOpen, type MessageEvent, readerName } from './message-event.ts'
import {
  formatEvents,
  listEvents,
  type MessageOptions,
  periodOf,
  shownEvents,
  technicalDetails,
  type Writing,
} from './message-sections.ts'
import { MESSAGE_TEXTS, type MessageTexts } from './message-texts.ts'

export type Message = {
  /** Names the reader, the events and the days. */
  subject: string
  /** The events and the days in English, for the people of the account. */
  about: string
  /** With the first of its events. */
  text: string
  /** The same with all causes and events, for a file; null if the text has all. */
  file: (() => string) | null
  /**
   * For links that open a mail program, which have little room: the longest first, which leaves out only the list. All
   * but the last say for each cause what to change.
   */
  shorter: string[]
  language: Language
}

/** What a person called a replay, and why they made it. */
export type ReplayNote = { name: string | null; reason: string | null }

/** Pages say "AI event" where messages say "AI result" (docs/glossary.md). */
const TEXTS_OF_PAGES: MessageTexts = {
  ...MESSAGE_TEXTS.en,
  nouns: { ...MESSAGE_TEXTS.en.nouns, transcription_events_fail: ['AI event', 'AI events'] },
}

/** As many causes and events as a person reads in a message. */
const MAX_CAUSES = 5
const MAX_LISTED = 20

type AboutMessage = {
  times: Times
  options: MessageOptions
  /** Other events, which may show that a cause is gone. */
  evidence?: MessageEvent[] | undefined
  note?: ReplayNote | undefined
  /** Whether replays are signed, as those of our own service are. */
  isSigned?: boolean
}

/**
 * A message that a person can send to one customer or operator: what failed, since when, how often, why,
 * what to change, and what happens next; or when replays have delivered it.
 *
 * @param events at least one, in any order, all of the same reader (`readersOf`)
 */
export function composeMessage(
  events: MessageEvent[],
  { times, options, evidence = [], note, isSigned = true }: AboutMessage,
): Message {
  const writing = writingFor(options, times, isSigned)
  const { texts } = writing
  const shown = shownEvents(events, options.showsCallers)
  const reader = shown[0] && readerName(shown[0], options.audience)
  const open = shown.filter(isOpen)
  const what = open.length === shown.length ? '' : texts.stillMissing
  const sections = causeSections(open, [...shown, ...evidence])
  const causesUpTo = (causes: number, lines: number | null) =>
    describeCauses(sections, writing, { causes, lines, what })
  const opening = formatOpening(shown, writing)
  const head = [texts.hello, opening, facts(shown, note, writing)]
  const next = `${texts.next}\n${nextSteps(shown, sections, writing)}`
  const details =
    options.audience === 'operator' && open.length > 0 ? technicalDetails(open, writing) : null
  const settled = shown.filter(event => !isOpen(event))
  const isCut =
    shown.length > MAX_LISTED ||
    new Set(sections.map(({ name }) => name)).size > MAX_CAUSES ||
    (open.length > 0 && settled.length > 0)
  const settledWhat = open.length === 0 ? '' : texts.notMissing
  const write = (causes: number, lines: number) => {
    const isFile = lines === Infinity
    const isSettledListed = settled.length > 0 && (isFile || open.length === 0)
    return join([
      ...head,
      ...causesUpTo(causes, lines),
      next,
      isSettledListed ? listEvents(settled, settledWhat, writing, lines) : null,
      details,
      isCut && !isFile ? texts.fileHasAll : null,
      texts.regards,
    ])
  }
  const end = [texts.attached(texts.detailsOf(formatEvents(shown, texts))), texts.regards]
  return {
    language: options.language,
    subject: `${reader ?? ''}: ${formatAbout(shown, times, texts)}`,
    about: formatAbout(shown, times, TEXTS_OF_PAGES),
    text: write(MAX_CAUSES, MAX_LISTED),
    // It may have many thousands of events, and few people save it.
    file: isCut ? () => write(Infinity, Infinity) : null,
    shorter: [
      join([...head, ...causesUpTo(MAX_CAUSES, null), next, ...end]),
      join([texts.hello, ...causesUpTo(MAX_CAUSES, null), next, ...end]),
      join([texts.hello, opening, ...listChanges(sections, writing, MAX_CAUSES), next, ...end]),
      join([texts.hello, ...end]),
    ],
  }
}

function join(sections: (string | null)[]): string {
  return sections.filter(section => section).join('\n\n')
}

export function writingFor(options: MessageOptions, times: Times, isSigned: boolean): Writing {
  const texts = MESSAGE_TEXTS[options.language]
  const clock = {
    zone: times.zone,
    moment: (stamp: string) => texts.days(times.moment(stamp)),
    full: (stamp: string) => texts.days(times.full(stamp)),
  }
  return { ...options, texts, clock, isSigned }
}

function formatOpening(events: MessageEvent[], writing: Writing): string {
  const { texts, audience } = writing
  const system = texts.system[audience]
  const delivered = events.filter(({ deliveredAt }) => deliveredAt !== null)
  const counts = {
    delivered: delivered.length,
    handled: events.filter(event => event.deliveredAt === null && event.isHandled).length,
    sending: events.filter(event => isOpen(event) && event.isSending).length,
    missing: events.filter(event => isOpen(event) && !event.isSending).length,
  }
  const failure = formatPeriod(events, 'failedAt', writing)
  const failed = texts.failed(formatSent(events, writing), system, failure)
  if (counts.missing === events.length) return failed
  if (counts.handled === events.length) return `${failed} ${texts.allHandled(events.length)}`
  if (counts.delivered + counts.handled === events.length) {
    const delivery = formatPeriod(delivered, 'deliveredAt', writing)
    const sentence = texts.delivered(formatSent(delivered, writing), system, delivery, failure)
    return counts.handled === 0 ? sentence : `${sentence} ${texts.othersHandled(counts.handled)}`
  }
  const parts = (['delivered', 'handled', 'sending', 'missing'] as const).flatMap(what =>
    counts[what] === 0 ? [] : [texts.since[what](counts[what])],
  )
  const lastPart = parts.pop() ?? ''
  return `${failed} ${parts.length === 0 ? '' : `${parts.join(', ')}${texts.and}`}${lastPart}.`
}

/** "the details of 3 calls and 2 AI results" */
function formatSent(events: MessageEvent[], { texts }: Writing): string {
  const sent = formatEvents(events, texts)
  const hasCalls = events.some(({ list }) => list === 'call_events_fail')
  return hasCalls ? texts.detailsOf(sent) : sent
}

function formatPeriod(
  events: MessageEvent[],
  time: 'failedAt' | 'deliveredAt',
  { texts, clock }: Writing,
): string {
  const period = periodOf(events, time)
  if (period === null) return ''
  const [first, last] = [clock.full(period.first), clock.full(period.last)]
  if (first === last) return texts.on(first)
  const [[day = '', begin = ''], [lastDay, end = '']] = [first.split(', '), last.split(', ')]
  if (day !== lastDay) return texts.between(first, last)
  // Both end with the zone, which is written once.
  return `${texts.on(day)}${texts.between(begin.replace(/ \S+$/, ''), end)}`
}

function nextSteps(shown: MessageEvent[], sections: CauseSection[], writing: Writing): string {
  const { texts, audience } = writing
  const open = shown.filter(isOpen)
  if (open.length > 0) {
    const waiting = open.filter(({ isSending }) => !isSending)
    const toSend = sections.flatMap(({ need, alike }) =>
      alike
        .filter(({ isSending }) => !isSending)
        .map(({ isWaiting }) => (isWaiting ? 'recovered' : need)),
    )
    // A cause that is gone has given way to another one of the same receiver.
    const others = toSend.filter(need => need === 'recovered' || need === 'nothing').length
    const needsChange = toSend.includes('change')
    if (waiting.length === 0) return texts.resultFollows
    if (waiting.every(({ isWaiting }) => isWaiting)) return texts.sentLater(texts.system[audience])
    if (waiting.some(({ lacksPayload }) => lacksPayload)) return texts.notKept(needsChange)
    return needsChange && others > 0
      ? texts.partKept(toSend.length - others, others, texts.system[audience])
      : texts.kept(needsChange)
  }
  const delivered = shown.filter(({ deliveredAt }) => deliveredAt !== null).length
  return delivered === 0
    ? texts.notAgain(shown.length)
    : texts.confirmed(texts.system[audience], delivered)
}

/** "15 calls not delivered, 25 to 26 November 2026". If nothing is missing, it has the days of the deliveries. */
function formatAbout(events: MessageEvent[], { timeZone }: Times, texts: MessageTexts): string {
  const open = events.filter(isOpen)
  const delivered = events.filter(({ deliveredAt }) => deliveredAt !== null)
  const isDelivered = open.length === 0 && delivered.length > 0
  const isPart = open.length > 0 && open.length < events.length
  const period = periodOf(events, isDelivered ? 'deliveredAt' : 'failedAt')
  const dayAt = (stamp: string) => dayOf(new Date(stamp), timeZone)
  return texts.about({
    missing: isPart
      ? formatParts(events, texts)
      : formatEvents(isDelivered ? delivered : events, texts),
    isDelivered,
    days: period ? formatDays({ from: dayAt(period.first), to: dayAt(period.last) }) : '',
  })
}

/** "25 of 488 calls and 3 of 111 AI results". A list without missing events is left out. */
function formatParts(events: MessageEvent[], texts: MessageTexts): string {
  return Array.from(Map.groupBy(events, ({ list }) => list).values(), ofList => {
    const all = formatEvents(ofList, texts)
    const open = ofList.filter(isOpen).length
    return open === 0 || open === ofList.length
      ? { open, text: all }
      : { open, text: texts.partOf(texts.number(open), all) }
  })
    .flatMap(({ open, text }) => (open === 0 ? [] : text))
    .join(texts.and)
}

function facts(events: MessageEvent[], note: ReplayNote | undefined, { texts }: Writing): string {
  const companies = distinct(events.map(({ company }) => company))
  const urls = distinct(events.map(({ url }) => url)).map(shownUrl)
  const addresses = `${texts.address(urls.length)}: `
  const lines = [
    companies.length > 0 && `${texts.company(companies.length)}: ${companies.join(', ')}`,
    urls.length > 0 && `${addresses}${urls.join(`\n${' '.repeat(addresses.length)}`)}`,
    note?.name && `${texts.replay}: ${note.name}`,
    note?.reason && `${texts.reason}: ${note.reason}`,
  ]
  return lines.filter(line => line).join('\n')
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter(value => value !== null))]
}
