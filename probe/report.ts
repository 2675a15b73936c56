import { styleText } from 'node:util'
import type { CalendarDate } from '../contract/time/calendar-date.ts'
import type { Service, Wait } from './service.ts'

const MAX_LENGTH = 1_000

/** Characters that a terminal would act on, and invisible ones: control and format characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** A day, which stays, or a possible phone number in any notation. */
const DAY_OR_NUMBER = /(?<!\d)\d{4}-\d{2}-\d{2}(?![-\d])|\+?\d(?:[\s().-]*\d){6,}/g

/** Makes a text that quotes the service safe to print. */
type Quote = (text: string) => string

/** @param token is never shown, even if the service repeats it */
export function createQuote(token: string): Quote {
  return text => {
    const shown = text
      .replaceAll(token, '[token]')
      // URLs have it in this form.
      .replaceAll(encodeURIComponent(token), '[token]')
      .replace(DAY_OR_NUMBER, match => (/^\d{4}-\d\d-\d\d$/.test(match) ? match : masked(match)))
      .replace(UNSEEN, sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
    return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown
  }
}

/** "27…01": enough to distinguish two numbers, too little to call one. */
export function masked(number: string): string {
  const digits = number.replaceAll(/\D/g, '')
  return `${digits.slice(0, 2)}…${digits.slice(-2)}`
}

/**
 * - `holds`: matches the interface, or one of the ways that it leaves open
 * - `differs`: does not match, but the dashboard copes
 * - `fails`: does not match, and the dashboard needs it
 * - `unseen`: could not be checked, because rows or a permission are missing
 */
export type Verdict = 'holds' | 'differs' | 'fails' | 'unseen'

export type Probing = {
  service: Service
  wait: Wait
  quote: Quote
  baseUrl: string
  /** IANA name of the zone in which the service's days begin. */
  timeZone: string
  /** The days in which failed events are looked for; `to_date` is not included. */
  range: { from_date: CalendarDate; to_date: CalendarDate }
}

type Problems = (string | null)[]

/** What a check saw. The first of `fails`, `differs` and `unseen` that has a text decides the verdict. */
export type Outcome = { fails?: Problems; differs?: Problems; unseen?: string; note?: string }

export type Check = {
  id: string
  /** What the interface says, or what the dashboard expects where it says nothing. */
  asks: string
  /** What Redial does if the service differs or fails. */
  redial: { differs?: string; fails?: string }
  /** The check runs once for each. */
  paths?: string[]
  look: (probing: Probing, path: string) => Outcome | Promise<Outcome>
}

export type Finding = {
  check: string
  /** null if the check is not about a single path. */
  path: string | null
  verdict: Verdict
  asks: string
  service: string | null
  redial: string | null
}

export type Report = {
  service: string
  findings: Finding[]
  counts: Record<Verdict, number>
  requests: number
  most_requests: number
  /** Why it didn't finish; null if it did. */
  stopped: string | null
}

/** All texts of the service pass `quote` here. */
export async function finding(check: Check, path: string, probing: Probing): Promise<Finding> {
  const { fails = [], differs = [], unseen, note } = await check.look(probing, path)
  const problems = [...fails, ...differs].filter(problem => problem !== null)
  const hasFailed = fails.some(problem => problem !== null)
  const verdict = hasFailed
    ? 'fails'
    : problems.length > 0
      ? 'differs'
      : unseen === undefined
        ? 'holds'
        : 'unseen'
  const answer = problems.length > 0 ? problems.join('; ') : (unseen ?? note)
  return {
    check: check.id,
    path: check.paths === undefined ? null : path,
    verdict,
    asks: check.asks,
    service: answer === undefined ? null : probing.quote(answer),
    redial: verdict === 'fails' || verdict === 'differs' ? (check.redial[verdict] ?? null) : null,
  }
}

const LABELS = { holds: 'holds   ', differs: 'differs ', fails: 'FAILS   ', unseen: 'not seen' }
const COLOURS = { holds: 'green', differs: 'yellow', fails: 'red', unseen: 'gray' } as const

export function describeReport({ service, findings, ...summary }: Report): string {
  return [
    `${service} against the interface`,
    '',
    ...findings.flatMap(describeFinding),
    '',
    ...describeSummary(summary),
  ].join('\n')
}

function describeFinding({ check, path, verdict, asks, service, redial }: Finding): string[] {
  const label = styleText(COLOURS[verdict], LABELS[verdict])
  const indent = ' '.repeat(10)
  return [
    `${label}  ${asks} ${styleText('gray', path === null ? `[${check}]` : `[${check} ${path}]`)}`,
    ...(service === null ? [] : [`${indent}Service: ${service}`]),
    ...(redial === null ? [] : [`${indent}Redial:  ${redial}`]),
  ]
}

function describeSummary({
  counts,
  requests,
  most_requests,
  stopped,
}: Omit<Report, 'service' | 'findings'>): string[] {
  const sent = `${requests} requests of at most ${most_requests}, one at a time.`
  if (stopped !== null) return [`The probe did not finish. ${sent}`]
  const { holds, differs, fails, unseen } = counts
  return [
    `${holds} hold, ${differs} differ, ${fails} fail, ${unseen} not seen. ${sent}`,
    '“Left open”: the interface does not say, and the dashboard accepts it either way.',
    fails === 0
      ? 'All that the dashboard needs holds, as far as it could be seen.'
      : 'Something that the dashboard needs does not hold: see FAILS above.',
  ]
}
