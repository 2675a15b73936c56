import * as z from 'zod/mini'
import { failureSummary } from '../../../contract/event/failure-cause.ts'
import type { NoticeKind } from '../../../contract/notices/notice.ts'
import type { ReceiverStateRow } from '../receivers/receiver-states.ts'
import type { NoticeFacts, StoredNotice } from './describe-notice.ts'

/*
 * Which notices there are, and when: one per change and none per event (docs/decisions/0066). Pure functions of the
 * earlier notices, of what Redial sees now, and of the time.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** So many final failures since the last success mean that a receiver fails, or one that is so old. */
const MAX_FAILURES = 5
const OLD_FAILURE_MS = 30 * MINUTE_MS
/** A receiver has recovered if nothing failed for so long. One that flaps has not. */
const STABLE_MS = 10 * MINUTE_MS
/** Within this time after a recovery, there is no notice that it fails again. */
const CALM_MS = HOUR_MS
/** What failed earlier is no news: somebody has opened an older range. */
const NEWS_MS = DAY_MS
/** A reminder also lists receivers that the last one listed this long ago, so that there are few reminders. */
const REMINDER_GAP_MS = 12 * HOUR_MS
/** How long the service has to be away. */
const AWAY_MS = 10 * MINUTE_MS
/** So many receivers that begin to fail at once for a reason before any answer are one outage. */
const MANY = 10
const MOST = 0.75
/** An outage is over when so few of its receivers are left. */
const FEW = 0.25

/** Reasons before any answer, which may also be on our side of the network. */
const MAY_BE_OURS = new Set<string | null>(
  (['name-not-looked-up', 'proxy', 'no-connection', 'unreachable'] as const).map(code =>
    failureSummary({ status: null, error: null, cause: { code } }),
  ),
)

const ReceiverEntry = z.object({
  /** When there was a notice that it fails, or would have been one without the outage. */
  since: z.string(),
  /** Whether it belongs to an outage, so that it has no notice of its own. */
  isSilent: z.boolean(),
  remindedAt: z._default(z.nullable(z.string()), null),
  /** Since when nothing fails any more. */
  okSince: z.nullable(z.string()),
  /** When there was a notice that it has recovered. */
  recoveredAt: z.nullable(z.string()),
})
type ReceiverEntry = z.infer<typeof ReceiverEntry>
type Entries = Record<string, ReceiverEntry>

/** What the notices of an account have said. */
export const WatchState = z.object({
  /** null before the first look, which makes notices about certificates only. Later looks report changes. */
  lookedAt: z._default(z.nullable(z.string()), null),
  away: z._default(
    z.nullable(z.object({ since: z.string(), hasNotice: z._default(z.boolean(), false) })),
    null,
  ),
  outage: z._default(
    z.nullable(z.object({ since: z.string(), cause: z.string(), receivers: z.int() })),
    null,
  ),
  receivers: z._default(z.record(z.string(), ReceiverEntry), {}),
  /** The keys of the conditions that the last look saw. */
  conditions: z._default(z.array(z.string()), []),
})
export type WatchState = z.infer<typeof WatchState>

/** A receiver with its failures since its last known success; for a failure contact, only one company's failures. */
export type ReceiverFailures = Pick<
  ReceiverStateRow,
  | 'receiver'
  | 'companies'
  | 'failures'
  | 'recent'
  | 'first_failure'
  | 'last_failure'
  | 'last_delivery'
  | 'cause'
> & { company: string | null }

/** A notice without its details. No two notices of an account have the same key. */
export type NewNotice = StoredNotice & { key: string }

export type Seen = {
  receivers: ReceiverFailures[]
  /** Whether the service has reported successes, too. */
  knowsSuccesses: boolean
  /** What else needs a notice when it begins, such as a run that waits for a person. */
  conditions: NewNotice[]
}

export type Judgement = { state: WatchState; notices: NewNotice[] }

/** After a look that the service answered. */
export function judge(
  before: WatchState,
  seen: Seen,
  { now, everyMs }: { now: Date; everyMs: number },
): Judgement {
  const isFirst = before.lookedAt === null
  const receivers = judgeReceivers(before, seen, now)
  const changes = [
    ...judgeGap(before, now, everyMs),
    ...(before.away?.hasNotice
      ? [notice('service_back', null, now, { since: before.away.since })]
      : []),
    ...receivers.notices,
  ]
  const conditions = seen.conditions
    // A certificate that ends soon is news whenever it is first seen.
    .filter(({ key, kind }) =>
      isFirst ? kind === 'certificate' : !before.conditions.includes(key),
    )
    // A run may wait more than once.
    .map(one =>
      one.kind === 'run_paused' ? { ...one, key: `${one.key} ${before.lookedAt}` } : one,
    )
  const state: WatchState = {
    lookedAt: now.toISOString(),
    away: null,
    ...receivers.state,
    conditions: seen.conditions.map(({ key }) => key),
  }
  return { state, notices: isFirst ? conditions : [...changes, ...conditions] }
}

/** After a look that could not read the lists. Nothing is known about receivers then. */
export function judgeAway(
  before: WatchState,
  { now, everyMs, reason }: { now: Date; everyMs: number; reason: string },
): Judgement {
  const { since, hasNotice } = before.away ?? { since: now.toISOString(), hasNotice: false }
  const isLong = passedMs(since, now) >= AWAY_MS
  const away = { since, hasNotice: hasNotice || isLong }
  const news = isLong && !hasNotice ? [notice('service_away', null, now, { since, reason })] : []
  return {
    state: { ...before, lookedAt: now.toISOString(), away },
    notices: [...judgeGap(before, now, everyMs), ...news],
  }
}

/** There is a notice if Redial did not look for ten minutes, or five times. */
function judgeGap({ lookedAt }: WatchState, now: Date, everyMs: number): NewNotice[] {
  const mostMs = Math.max(10 * MINUTE_MS, 5 * everyMs)
  if (lookedAt === null || passedMs(lookedAt, now) < mostMs) return []
  return [notice('not_watched', null, now, { since: lookedAt, until: now.toISOString() })]
}

function judgeReceivers(before: WatchState, { receivers, knowsSuccesses }: Seen, now: Date) {
  const fails = new Set(receivers.filter(one => isFailing(one, knowsSuccesses, now)))
  const { entries, starting, notices } = judgeFailing(before, receivers, fails, now)
  const outage = judgeOutage(before, starting, { entries, receivers, now })
  for (const one of [...outage.alone, ...outage.together]) {
    entries[keyOf(one)] = {
      since: now.toISOString(),
      isSilent: outage.together.includes(one),
      ...{ remindedAt: null, okSince: null, recoveredAt: null },
    }
  }
  const reminders = dueForReminder(entries, [...fails], now)
  for (const { entry } of reminders) entry.remindedAt = now.toISOString()
  const aboutFailing = (kind: 'failing' | 'still_failing', one: ReceiverFailures) => {
    const { companies, failures, recent, first_failure, cause } = one
    return notice(kind, one, now, {
      companies,
      count: knowsSuccesses ? failures : recent,
      isWithinHour: !knowsSuccesses,
      since: first_failure?.toISOString() ?? null,
      cause,
    })
  }
  return {
    state: { receivers: entries, outage: outage.state },
    notices: [
      ...outage.notices,
      ...notices,
      ...outage.alone.map(one => aboutFailing('failing', one)),
      ...reminders.map(({ one }) => aboutFailing('still_failing', one)),
    ],
  }
}

/** What follows for receivers that people know to fail, and which others start failing. */
function judgeFailing(
  before: WatchState,
  receivers: ReceiverFailures[],
  fails: Set<ReceiverFailures>,
  now: Date,
) {
  const entries: Entries = {}
  const starting: ReceiverFailures[] = []
  const notices: NewNotice[] = []
  for (const one of receivers) {
    const key = keyOf(one)
    const entry = before.receivers[key]
    if (entry?.recoveredAt === null) {
      const next = afterFailing(entry, one, now)
      if (next !== null) entries[key] = next
      if (next?.recoveredAt) {
        const { companies } = one
        notices.push(notice('recovered', one, now, { since: entry.since, companies }))
      }
    } else if (entry && passedMs(entry.recoveredAt, now) < CALM_MS) entries[key] = entry
    else if (fails.has(one)) starting.push(one)
  }
  return { entries, starting, notices }
}

/** What still fails a day after the last notice about it, and what would soon need a reminder of its own. */
function dueForReminder(entries: Entries, fails: ReceiverFailures[], now: Date) {
  const old = fails.flatMap(one => {
    const entry = entries[keyOf(one)]
    // After a day, the receivers of an outage are listed, too.
    const isOld = entry?.recoveredAt === null && passedMs(entry.since, now) >= DAY_MS
    return isOld ? { one, entry, passed: passedMs(entry.remindedAt ?? entry.since, now) } : []
  })
  const isDue = old.some(({ passed }) => passed >= DAY_MS)
  return isDue ? old.filter(({ passed }) => passed >= REMINDER_GAP_MS) : []
}

/** Whether a receiver fails so much that people should know. */
function isFailing(
  { failures, recent, first_failure, last_failure }: ReceiverFailures,
  knowsSuccesses: boolean,
  now: Date,
): boolean {
  if (failures === 0 || passedMs(last_failure, now) >= NEWS_MS) return false
  if (!knowsSuccesses) return recent >= MAX_FAILURES
  return failures >= MAX_FAILURES || passedMs(first_failure, now) >= OLD_FAILURE_MS
}

/** What is left to say about a receiver that people know to fail; null for nothing. */
function afterFailing(
  entry: ReceiverEntry,
  { failures, last_failure, last_delivery }: ReceiverFailures,
  now: Date,
): ReceiverEntry | null {
  if (failures > 0) {
    // It may be quiet by now, and nobody knows why.
    const isQuiet = passedMs(entry.since, now) >= DAY_MS && passedMs(last_failure, now) >= NEWS_MS
    return isQuiet ? null : { ...entry, okSince: null }
  }
  const okSince = entry.okSince ?? now.toISOString()
  if (passedMs(okSince, now) < STABLE_MS) return { ...entry, okSince }
  // Without a success, people have dealt with the events in another way.
  const hasRecovered =
    last_delivery !== null && last_delivery.getTime() >= Date.parse(entry.since) - STABLE_MS
  if (!hasRecovered || entry.isSilent) return null
  return { ...entry, okSince, recoveredAt: now.toISOString() }
}

/** Whether receivers that start failing have a notice each or belong to one outage. */
function judgeOutage(
  { outage }: WatchState,
  starting: ReceiverFailures[],
  { entries, receivers, now }: { entries: Entries; receivers: ReceiverFailures[]; now: Date },
): {
  state: WatchState['outage']
  alone: ReceiverFailures[]
  together: ReceiverFailures[]
  notices: NewNotice[]
} {
  const ours = starting.filter(one => MAY_BE_OURS.has(one.cause))
  const cause = outage?.cause ?? mostFrequent(ours.map(one => one.cause ?? ''))
  const together = ours.filter(one => one.cause === cause)
  const alone = starting.filter(one => !together.includes(one))
  // A company with a contact does not make another receiver.
  const count = (some: ReceiverFailures[]) => some.filter(({ company }) => company === null).length
  if (outage === null) {
    const isOutage = count(together) >= MANY && count(together) >= MOST * count(starting)
    if (!isOutage) return { state: null, alone: starting, together: [], notices: [] }
    const state = { since: now.toISOString(), cause, receivers: count(together) }
    const facts = { count: state.receivers, cause }
    return { state, alone, together, notices: [notice('outage', null, now, facts)] }
  }
  const silent = receivers.filter(one => {
    const entry = entries[keyOf(one)]
    return entry?.isSilent && entry.okSince === null
  })
  const all = outage.receivers + count(together)
  if (count(silent) + count(together) > FEW * all) {
    return { state: { ...outage, receivers: all }, alone, together, notices: [] }
  }
  // What still fails has another reason, so it has a notice of its own from now on.
  const over = notice('outage_over', null, now, { count: all, since: outage.since })
  return { state: null, alone: [...starting, ...silent], together: [], notices: [over] }
}

function mostFrequent(texts: string[]): string {
  const groups = [...Map.groupBy(texts, text => text)]
  return groups.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? ''
}

/** Neither a receiver nor the name of a company contains a line break. An object can't have the key "__proto__". */
export function keyOf({ receiver, company }: Pick<StoredNotice, 'receiver' | 'company'>): string {
  return company === null && receiver !== '__proto__' ? `${receiver}` : `${receiver}\n${company}`
}

export function notice(
  kind: NoticeKind,
  about: Pick<ReceiverFailures, 'receiver' | 'company'> | null,
  now: Date,
  facts: NoticeFacts,
): NewNotice {
  const { receiver, company } = about ?? { receiver: null, company: null }
  const key = [kind, receiver, company, now.toISOString()].filter(part => part !== null).join(' ')
  return { key, kind, receiver, company, facts }
}

/** How long ago something was; 0 if it never was, and if the clock was set back. */
function passedMs(at: Date | string | null, now: Date): number {
  return at === null ? 0 : Math.max(0, now.getTime() - new Date(at).getTime())
}
