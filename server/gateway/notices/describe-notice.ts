import { explainFailure } from '../../../contract/event/cause-texts.ts'
import type { Outcome } from '../../../contract/event/failure-cause.ts'
import type { FollowUpKey, Language } from '../../../contract/follow-up.ts'
import type { Message } from '../../../contract/message/compose-message.ts'
import {
  handedOverLink,
  handedOverTitle,
  type NoticeKind,
} from '../../../contract/notices/notice.ts'
import type { ReplayItemState } from '../../../contract/replay.ts'
import { formatCount, plural } from '../../../contract/text/count.ts'
import { formatNames, formatReceiver } from '../../../contract/text/names.ts'
import { shownReceiver, shownText } from '../../../contract/text/shown-text.ts'
import type { Times } from '../../../contract/time/times-in.ts'

/** What a notice is about; which of these it has depends on its kind. Times are ISO 8601. */
export type NoticeFacts = {
  /** The number of events, or of receivers in an outage. */
  count?: number
  /** Whether the count is that of an hour, because it is unknown which events arrive. */
  isWithinHour?: boolean
  since?: string | null
  until?: string
  /** Whether that was before the notice. */
  isOver?: boolean
  /** In a few words. */
  cause?: string | null
  outcome_of_last?: Outcome | null
  companies?: string[]
  /** A list of the first ones, with masked callers. */
  first_events?: string | null
  operator_text?: string | null
  /** The list and the days where the events are, as a path of the dashboard. */
  link?: string
  /** What a failure contact reads, which is about the events of the company alone. */
  message?: Message
  run?: { id: string; name: string | null }
  /** `to`: the only person who gets the notice. */
  handed?: FollowUpKey & { by: string | null; to: string }
  outcome?: Partial<Record<ReplayItemState, number>> | null
  reason?: string | null
}

export type StoredNotice = {
  kind: NoticeKind
  receiver: string | null
  company: string | null
  facts: NoticeFacts
}

export type Description = {
  title: string
  lines: string[]
  /** What follows the lines in a message. */
  firstEvents: string | null
  operatorText: string | null
  link: string | null
}

/** A notice in words, for a message or a page. A failure contact gets no path of a receiver and no link. */
export function describeNotice(notice: StoredNotice, times: Times): Description {
  const { kind, facts, company } = notice
  const { message, first_events = null, operator_text = null } = facts
  const { title, lines, link } =
    message === undefined
      ? DESCRIPTIONS[kind](notice, times)
      : {
          title:
            kind === 'recovered' ? RECOVERED[message.language](nameOf(notice)) : message.subject,
          lines: message.text.split('\n\n'),
          link: null,
        }
  return {
    title: shownText(title),
    lines: lines.filter(line => line !== null).map(shownText),
    // The message lists more of them.
    firstEvents: message === undefined ? first_events && shownText(first_events) : null,
    operatorText: operator_text,
    link: company === null ? link : null,
  }
}

const RECOVERED: Record<Language, (name: string) => string> = {
  en: name => `${name} has recovered`,
  af: name => `${name} neem weer data aan`,
}

type Described = { title: string; lines: (string | null)[]; link: string | null }

const DESCRIPTIONS: Record<NoticeKind, (notice: StoredNotice, times: Times) => Described> = {
  failing: (notice, times) => describeFailing(notice, 'is failing', times),
  still_failing: (notice, times) => describeFailing(notice, 'is still failing', times),
  recovered: (notice, { moment }) => ({
    title: `${nameOf(notice)} has recovered`,
    lines: [
      `It takes events again. It had been failing since ${moment(notice.facts.since ?? '')}.`,
      'Events that failed in the meantime can be replayed now.',
    ],
    link: '/receivers',
  }),
  outage: ({ facts: { count = 0, cause } }) => ({
    title: `${formatCount(count, 'receiver fails', 'receivers fail')} at once`,
    lines: [
      `All for the same reason: ${cause}. So many receivers rarely break at the same moment. The fault is probably in the sending service or its network.`,
      'Redial tells you when this is over. Until then, it does not report these receivers one by one.',
    ],
    link: '/receivers',
  }),
  outage_over: ({ facts: { count = 0, since } }, { moment }) => ({
    title: `The outage of ${formatCount(count, 'receiver', 'receivers')} is over`,
    lines: [`It began at ${moment(since ?? '')}. Events that failed can be replayed now.`],
    link: '/receivers',
  }),
  service_away: ({ facts: { since, reason } }, { moment }) => ({
    title: 'Redial can’t read the service’s lists',
    lines: [
      `Since ${moment(since ?? '')}, it has not seen which events fail. ${reason ?? ''}`.trim(),
      'It keeps trying, and tells you when it can.',
    ],
    link: null,
  }),
  service_back: ({ facts: { since } }, { moment }) => ({
    title: 'Redial reads the service’s lists again',
    lines: [
      `It had not been able to since ${moment(since ?? '')}. What failed in the meantime is in the lists.`,
    ],
    link: '/',
  }),
  certificate: (notice, { moment }) => ({
    title: `The certificate of ${nameOf(notice)} ${notice.facts.isOver ? 'has expired' : 'expires soon'}`,
    lines: [
      notice.facts.isOver
        ? `It expired on ${moment(notice.facts.until ?? '')}. No event arrives any more.`
        : `It expires on ${moment(notice.facts.until ?? '')}. After that, no event arrives.`,
      'Who can fix it: the operator of the receiver, by renewing it.',
    ],
    link: '/receivers',
  }),
  run_finished: ({ facts: { run, outcome } }) => ({
    title: `${runName(run)} has finished`,
    lines: [
      outcome
        ? `${formatCount(outcome.delivered ?? 0, 'event was', 'events were')} delivered, ${outcome.failed_again ?? 0} failed again and ${outcome.skipped ?? 0} ${plural(outcome.skipped ?? 0, 'was', 'were')} skipped.`
        : null,
    ],
    link: runLink(run),
  }),
  run_paused: ({ facts: { run }, receiver }) => ({
    title: `${runName(run)} is paused`,
    lines: [
      receiver === null
        ? 'It waits until a person resumes it.'
        : `${shownReceiver(receiver)} takes no events, so its part waits until a person continues it.`,
    ],
    link: runLink(run),
  }),
  order_ended: ({ facts: { run, reason }, receiver }) => ({
    title: `${runName(run)} no longer waits for ${shownReceiver(receiver ?? '')} to recover`,
    lines: [reason ?? 'Its time is over.'],
    link: runLink(run),
  }),
  numbers_due: ({ facts: { count = 0 } }) => ({
    title: `${formatCount(count, 'blocked number is', 'blocked numbers are')} due`,
    lines: ['The day has come on which somebody wanted to look at them again.'],
    link: '/blocklist',
  }),
  handed_over: ({ facts: { handed, companies = [] } }) => ({
    title: handedOverTitle(
      handed?.by ?? 'A script',
      formatReceiver(handed?.value ?? '', companies),
    ),
    lines: [],
    link: handed ? handedOverLink(handed) : null,
  }),
  not_watched: ({ facts: { since, until } }, { moment }) => ({
    title: 'Redial did not look for a while',
    lines: [
      `It did not run, or could not look, from ${moment(since ?? '')} to ${moment(until ?? '')}. Notices about what failed in the meantime follow.`,
    ],
    link: null,
  }),
  watch_ended: ({ facts: { reason } }) => ({
    title: 'Redial has stopped watching',
    lines: [
      reason ?? null,
      'Nobody gets notices about failures until a person switches it on again.',
    ],
    link: '/settings',
  }),
}

/** A receiver after its companies. A failure contact is shown the host only, because a path may contain a key. */
function nameOf({ receiver, company, facts: { companies = [] } }: StoredNotice): string {
  if (receiver === null) return 'A receiver'
  return company === null ? formatReceiver(receiver, companies) : hostOf(receiver)
}

function hostOf(receiver: string): string {
  const name = shownReceiver(receiver)
  return name.split('/', 1)[0] ?? name
}

function runName(run: NoticeFacts['run']): string {
  return run?.name ? `The replay “${run.name}”` : 'A replay'
}

function runLink(run: NoticeFacts['run']): string | null {
  return run === undefined ? null : `/replays/${run.id}`
}

function describeFailing(notice: StoredNotice, what: string, times: Times): Described {
  return {
    title: `${nameOf(notice)} ${what}`,
    lines: [countLine(notice, times), ...causeLines(notice)],
    link: notice.facts.link ?? '/receivers',
  }
}

function countLine({ facts, company }: StoredNotice, { moment }: Times): string {
  const { count = 0, isWithinHour, since, companies = [] } = facts
  const events = formatCount(count, 'event', 'events')
  const whose = company ?? (companies.length > 0 ? formatNames(companies) : null)
  const of = whose === null ? '' : ` of ${whose}`
  if (isWithinHour) {
    return `${events}${of} failed within an hour. Redial could not find out which events arrive, so it counts failures.`
  }
  return `${events}${of} failed${since ? ` since ${moment(since)}` : ''}, and none has arrived since then.`
}

function causeLines(notice: StoredNotice): (string | null)[] {
  const { companies = [], outcome_of_last: outcome, cause } = notice.facts
  if (outcome === undefined) return [cause ? `Why: ${cause}.` : null]
  const company = notice.company ?? (companies.length === 1 ? (companies[0] ?? null) : null)
  const host = notice.receiver === null ? null : hostOf(notice.receiver)
  const { happened, meaning, fixer, fix } = explainFailure(outcome, { company, host })
  const action = notice.company === null ? fix : fix.replace(/ ?Then replay the event\./, '')
  return [
    `${happened} ${meaning}`,
    `Who can fix it: ${fixer[0]?.toLowerCase()}${fixer.slice(1)}. ${action}`,
  ]
}
