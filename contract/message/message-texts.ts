import type { CauseTexts, MessageCause } from '../event/cause-texts.ts'
import { fillText, type Outcome, textFacts } from '../event/failure-cause.ts'
import type { FailedEventList } from '../failed-event.ts'
import type { Language } from '../follow-up.ts'
import { formatNumber } from '../text/count.ts'
import { capitalise, formatNames } from '../text/names.ts'

const uncapitalise = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`

const HEADERS = 'webhook-id, webhook-timestamp, webhook-signature'

/** What customers call the events, one and several. They know nothing of lists of failures. */
type Nouns = Record<FailedEventList, [one: string, several: string]>

const ENGLISH_NOUNS: Nouns = {
  call_events_fail: ['call', 'calls'],
  transcription_events_fail: ['AI result', 'AI results'],
}

/**
 * The sentences of messages. `system` is what the reader calls the receiver, `sent` is "the details of 3 calls", and a
 * period is empty if no time is known.
 */
const ENGLISH = {
  number: formatNumber,
  /** Translates the days in a text of `Times`. */
  days: (text: string) => text,
  /** The names of receivers. */
  names: (names: string[]) => formatNames(names),
  system: { customer: 'your system', operator: 'your receiver' },
  nouns: ENGLISH_NOUNS,
  and: ' and ',
  detailsOf: (calls: string) => `the details of ${calls}`,
  on: (time: string) => ` on ${time}`,
  between: (first: string, last: string) => ` between ${first} and ${last}`,
  /** What a message is about: "3 calls not delivered, 21 November 2026" */
  about: ({ missing, isDelivered, days }: About) =>
    `${missing} ${isDelivered ? `delivered${days.includes(' to ') ? ' from' : ' on'}` : 'not delivered,'} ${days}`,
  partOf: (count: string, all: string) => `${count} of ${all}`,
  hello: 'Hello,',
  regards: 'Kind regards',
  failed: (sent: string, system: string, period: string) =>
    `We could not deliver ${sent} to ${system}${period}.`,
  delivered: (sent: string, system: string, delivery: string, failure: string) =>
    `We delivered ${sent} to ${system}${delivery}. Earlier attempts had failed${failure}.`,
  /** What became of some of the events that failed. */
  since: {
    delivered: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? 'has' : 'have'} been delivered since then`,
    handled: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? 'was' : 'were'} dealt with in another way`,
    sending: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? 'is' : 'are'} being sent again now`,
    missing: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? 'is' : 'are'} still missing`,
  },
  othersHandled: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'other was' : 'others were'} dealt with in another way.`,
  allHandled: (count: number) =>
    `${count === 1 ? 'It was' : 'They were'} dealt with in another way since then.`,
  company: (count: number): string => (count === 1 ? 'Company' : 'Companies'),
  address: (count: number): string => (count === 1 ? 'Address' : 'Addresses'),
  replay: 'Replay',
  reason: 'Reason',
  happened: 'What happened',
  /** Above each further cause that is not over. */
  happenedToo: 'What also happened',
  /** Above a cause that is over. */
  happenedEarlier: 'What happened earlier',
  was: (first: string, last: string) =>
    first === last ? `This was on ${first}.` : `This was from ${first} to ${last}.`,
  change: 'What to change',
  ask: {
    customer: (task: string) => `Please ask whoever runs your system to ${task}.`,
    operator: (task: string) => `Please ${task}.`,
  },
  /** In front of what is asked about such a cause. */
  unlessFixed: (ask: string) => `If this has not been fixed yet: ${uncapitalise(ask)}`,
  ourFault: 'Nothing. The fault is on our side.',
  accepted: (system: string, time: string) =>
    `Nothing. ${capitalise(system)} has accepted our requests since then, most recently on ${time}.`,
  gone: (system: string, time: string) =>
    `Nothing: no longer seen since ${time}. ${capitalise(system)} got further with later requests.`,
  duplicates:
    'It may have stored the data anyway. Please check for duplicates after we send it again.',
  otherCauses: (count: number) =>
    count === 1 ? 'There is 1 other cause.' : `There are ${formatNumber(count)} other causes.`,
  /** @param first how many are listed; null if all of them are */
  when: (count: number, first: number | null) =>
    count === 1
      ? 'at the time below'
      : `at the times below${first === null ? '' : ` (the first ${first} of ${formatNumber(count)})`}`,
  next: 'What happens next',
  kept: (hasToChange: boolean): string =>
    hasToChange
      ? 'We have kept the data and will send it again once this is fixed. Please tell us when it is.'
      : 'We have kept the data and will send it again. You do not need to reply.',
  /** If the service doesn't list what was sent, so that nobody may be able to send it again. */
  notKept: (hasToChange: boolean): string =>
    hasToChange
      ? 'Please tell us when this is fixed. We will then tell you what becomes of the missing data.'
      : 'We will tell you what becomes of the missing data.',
  /** If the reader has to report that something has changed for some of the events only. */
  partKept: (toReport: number, others: number, system: string) =>
    `We have kept the data. Please tell us when the changes above are made, and we will send ${formatNumber(toReport)} again. You do not need to tell us about the other ${others === 1 ? 'one' : formatNumber(others)}: we will send ${others === 1 ? 'it' : 'them'} as soon as ${system} accepts ${others === 1 ? 'it' : 'them'}.`,
  /** If a standing order has all of it. */
  sentLater: (system: string) =>
    `We have kept the data and will keep trying for some days. It will be sent automatically as soon as ${system} accepts it, so you do not need to tell us.`,
  confirmed: (system: string, count: number) =>
    `${capitalise(system)} has confirmed ${count === 1 ? 'it' : 'them'}, so you do not need to do anything.`,
  notAgain: (count: number) =>
    `We will not send ${count === 1 ? 'it' : 'them'} again. You do not need to do anything.`,
  resultFollows: 'We will tell you the result when we have sent all of them.',
  /** @param first how many are listed; null if all of them are */
  listed: (what: string, zone: string, first: number | null) =>
    `The ${first === null ? '' : `first ${first} of `}${what} (times in ${zone})`,
  stillMissing: ' that are still missing',
  notMissing: ' that are no longer missing',
  more: (count: number) => `- and ${formatNumber(count)} more`,
  fileHasAll: 'We can send you a file that lists all of them.',
  /** In a shorter message, whose whole text is a file. */
  attached: (details: string) => `${capitalise(details)} are in the attached file.`,
  timesAttached: 'at the times in the attached file',
  started: 'call started',
  deliveryFailed: 'delivery failed',
  failedAgain: 'failed again',
  deliveredAt: 'delivered',
  time: (day: string | null, clock: string) =>
    day === null ? ` at ${clock}` : ` on ${day} at ${clock}`,
  unknownTime: 'time unknown',
  caller: 'caller',
  call: 'call',
  technical: 'Technical details',
  /** @param isSigned whether replays carry a signature, as those of our own service do */
  request: (isSigned: boolean) =>
    `Request: POST, Content-Type: application/json${isSigned ? `, signed as Standard Webhooks describes (${HEADERS})` : ''}.`,
  expected: 'Expected: status 200 within 10 seconds. Any other answer counts as a failure.',
  /** @param what "HTTP status 500", or null if the failure is unknown */
  lastFailure: (what: string | null, time: string | null) =>
    `Last failed attempt: ${what ?? 'unknown reason'}${time === null ? '' : `, on ${time}`}`,
  status: (status: number) => `HTTP status ${status}`,
  noAnswer: (error: string | null) => `no answer (${error || 'unknown reason'})`,
  /** @param isMasked whether the example lacks what tells who called */
  toTry: (isMasked: boolean): string =>
    isMasked ? 'To try it (numbers and texts about the caller are hidden):' : 'To try it:',
  /** What a message says about the cause of a failure. */
  cause: ({ happened, message = happened, task, reply }: CauseTexts): MessageCause => ({
    happened: message,
    task,
    reply,
  }),
  /** Fills in the text of a cause. */
  fill: (text: string, outcome: Outcome | null, when: string) => fillText(text, outcome, when),
}

type About = { missing: string; isDelivered: boolean; days: string }

export type MessageTexts = typeof ENGLISH

/** The days that are written in another way in Afrikaans. */
const DAYS_IN_AFRIKAANS: Record<string, string> = {
  Monday: 'Maandag',
  Tuesday: 'Dinsdag',
  Wednesday: 'Woensdag',
  Thursday: 'Donderdag',
  Friday: 'Vrydag',
  Saturday: 'Saterdag',
  Sunday: 'Sondag',
  January: 'Januarie',
  February: 'Februarie',
  March: 'Maart',
  Mar: 'Mrt',
  May: 'Mei',
  June: 'Junie',
  July: 'Julie',
  August: 'Augustus',
  Sept: 'Sep',
  October: 'Oktober',
  Oct: 'Okt',
  December: 'Desember',
  Dec: 'Des',
}

const afrikaansNumber = (count: number) => formatNumber(count).replaceAll(',', '\u00a0')

const inAfrikaans = (text: string) =>
  text
    .replaceAll(/[A-Z][a-z]+/g, word => DAYS_IN_AFRIKAANS[word] ?? word)
    .replace(/ to /, ' tot ')
    .replace(/ seconds?$/, seconds => (seconds.endsWith('s') ? ' sekondes' : ' sekonde'))

const AFRIKAANS: MessageTexts = {
  number: afrikaansNumber,
  days: inAfrikaans,
  names: names =>
    formatNames(names)
      .replace(/ and ([\d,]+) others?$/, ' en $1 ander')
      .replace(/ and (\S+)$/, ' en $1'),
  system: { customer: 'u stelsel', operator: 'u ontvanger' },
  nouns: {
    call_events_fail: ['oproep', 'oproepe'],
    transcription_events_fail: ['KI-resultaat', 'KI-resultate'],
  },
  and: ' en ',
  detailsOf: calls => `die besonderhede van ${calls}`,
  on: time => ` op ${time}`,
  between: (first, last) => ` tussen ${first} en ${last}`,
  about: ({ missing, isDelivered, days }) =>
    `${missing} ${isDelivered ? `afgelewer${days.includes(' to ') ? ' van' : ' op'}` : 'nie afgelewer nie,'} ${inAfrikaans(days)}`,
  partOf: (count, all) => `${count} van ${all}`,
  hello: 'Goeiedag',
  regards: 'Vriendelike groete',
  failed: (sent, system, period) => `Ons kon ${sent}${period} nie by ${system} aflewer nie.`,
  delivered: (sent, system, delivery, failure) =>
    `Ons het ${sent}${delivery} by ${system} afgelewer. Vroeëre pogings het${failure} misluk.`,
  since: {
    delivered: count => `${afrikaansNumber(count)} is intussen afgelewer`,
    handled: count => `${afrikaansNumber(count)} is op ’n ander manier afgehandel`,
    sending: count => `${afrikaansNumber(count)} word nou weer gestuur`,
    missing: count => `${afrikaansNumber(count)} ontbreek nog`,
  },
  othersHandled: count => `${afrikaansNumber(count)} ander is op ’n ander manier afgehandel.`,
  allHandled: () => 'Dit is intussen op ’n ander manier afgehandel.',
  company: count => (count === 1 ? 'Maatskappy' : 'Maatskappye'),
  address: count => (count === 1 ? 'Adres' : 'Adresse'),
  replay: 'Herversending',
  reason: 'Rede',
  happened: 'Wat het gebeur',
  happenedToo: 'Wat het ook gebeur',
  happenedEarlier: 'Wat het vroeër gebeur',
  was: (first, last) =>
    first === last ? `Dit was op ${first}.` : `Dit was van ${first} tot ${last}.`,
  change: 'Wat moet verander',
  ask: {
    customer: task => `Vra asseblief die mense wat u stelsel bedryf om ${task}.`,
    operator: task => `Ons versoek u om ${task}.`,
  },
  unlessFixed: ask => `As dit nog nie reggestel is nie: ${uncapitalise(ask)}`,
  ourFault: 'Niks nie. Die fout lê by ons.',
  accepted: (system, time) =>
    `Niks nie. ${capitalise(system)} het ons versoeke sedertdien aanvaar, laas op ${time}.`,
  gone: (system, time) =>
    `Niks nie: dit is sedert ${time} nie weer gesien nie. Latere versoeke aan ${system} het verder gekom.`,
  duplicates:
    'Dit het die data dalk nogtans gestoor. Kyk asseblief of daar duplikate is nadat ons dit weer gestuur het.',
  otherCauses: count =>
    count === 1 ? 'Daar is nog 1 oorsaak.' : `Daar is nog ${afrikaansNumber(count)} oorsake.`,
  when: (count, first) =>
    count === 1
      ? 'op die tyd hieronder'
      : `op die tye hieronder${first === null ? '' : ` (die eerste ${first} van ${afrikaansNumber(count)})`}`,
  next: 'Wat nou gebeur',
  kept: hasToChange =>
    hasToChange
      ? 'Ons het die data bewaar en sal dit weer stuur sodra dit reg is. Laat ons asseblief dan weet.'
      : 'Ons het die data bewaar en sal dit weer stuur. U hoef nie te antwoord nie.',
  notKept: hasToChange =>
    hasToChange
      ? 'Laat ons asseblief weet wanneer dit reg is. Ons laat u dan weet wat van die ontbrekende data word.'
      : 'Ons sal u laat weet wat van die ontbrekende data word.',
  partKept: (toReport, others, system) =>
    `Ons het die data bewaar. Laat ons asseblief weet wanneer die veranderinge hierbo gemaak is, dan stuur ons ${afrikaansNumber(toReport)} weer. U hoef ons nie oor die ander ${others === 1 ? 'een' : afrikaansNumber(others)} te laat weet nie: ons stuur dit sodra ${system} dit aanvaar.`,
  sentLater: system =>
    `Ons het die data bewaar en sal vir etlike dae aanhou probeer. Dit sal outomaties gestuur word sodra ${system} dit aanvaar, dus hoef u ons nie te laat weet nie.`,
  confirmed: system =>
    `${capitalise(system)} het die ontvangs bevestig, dus hoef u niks te doen nie.`,
  notAgain: () => 'Ons sal dit nie weer stuur nie. U hoef niks te doen nie.',
  resultFollows: 'Ons sal u die uitslag laat weet sodra ons alles gestuur het.',
  listed: (what, zone, first) =>
    `Die ${first === null ? '' : `eerste ${first} van `}${what} (tye in ${zone})`,
  stillMissing: ' wat nog ontbreek',
  notMissing: ' wat nie meer ontbreek nie',
  more: count => `- en nog ${afrikaansNumber(count)}`,
  fileHasAll: 'Ons kan u ’n lêer met al die besonderhede stuur.',
  attached: details => `${capitalise(details)} is in die aangehegte lêer.`,
  timesAttached: 'op die tye in die aangehegte lêer',
  started: 'oproep begin',
  deliveryFailed: 'aflewering misluk',
  failedAgain: 'weer misluk',
  deliveredAt: 'afgelewer',
  time: (day, clock) => (day === null ? ` om ${clock}` : ` op ${day} om ${clock}`),
  unknownTime: 'tyd onbekend',
  caller: 'beller',
  call: 'oproep',
  technical: 'Tegniese besonderhede',
  request: isSigned =>
    `Versoek: POST, Content-Type: application/json${isSigned ? `, onderteken soos Standard Webhooks dit beskryf (${HEADERS})` : ''}.`,
  expected:
    'Verwagte antwoord: status 200 binne 10 sekondes. Enige ander antwoord tel as ’n mislukking.',
  lastFailure: (what, time) =>
    `Laaste mislukte poging: ${what ?? 'rede onbekend'}${time === null ? '' : `, op ${time}`}`,
  status: status => `HTTP-status ${status}`,
  noAnswer: error => `geen antwoord (${error || 'rede onbekend'})`,
  toTry: isMasked =>
    isMasked ? 'Om dit te toets (nommers en teks oor die beller is versteek):' : 'Om dit te toets:',
  cause: ({ af }) => af,
  fill(text, outcome, when) {
    const { status, error, deadline, day, isInChain } = textFacts(outcome)
    const values: Record<string, string> = {
      answered: status === null ? 'het geantwoord' : `het met ${status} geantwoord`,
      deadline: inAfrikaans(deadline),
      expiry: day
        ? `het op ${inAfrikaans(day)} verval`
        : `${isInChain ? 'of ’n sertifikaat in sy ketting ' : ''}het verval`,
      start: day ? inAfrikaans(day) : '’n latere dag',
      error,
      when,
    }
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  },
}

export const MESSAGE_TEXTS: Record<Language, MessageTexts> = { en: ENGLISH, af: AFRIKAANS }
