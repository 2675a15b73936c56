import * as z from 'zod/mini'
import type { NoticeKind } from '../../../contract/notices/notice.ts'
import type { NoticeFacts } from './describe-notice.ts'

/*
 * What Redial tells people, and when: once per change and never per event (docs/decisions/0066). Pure functions of what
 * was told before, what Redial sees now, and the time.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** So many final failures since the last success mean that a receiver fails, or one that is so old. */
const MAX_FAILURES = 5
const OLD_FAILURE_MS = 30 * MINUTE_MS
/** A receiver has recovered if nothing failed for so long. One that flaps has not. */
const STABLE_MS = 10 * MINUTE_MS
/** After a recovery, people are not told again within this time that it fails. */
const CALM_MS = HOUR_MS
/** What failed earlier is no news: somebody has opened an older range. */
const NEWS_MS = DAY_MS
/** How long the service has to be away. */
const AWAY_MS = 10 * MINUTE_MS
/** So many receivers that begin to fail at once for a reason before any answer are one outage. */
const MANY = 10
const MOST = 0.75
/** An outage is over when so few of its receivers are left. */
const FEW = 0.25
const CERTIFICATE_MS = 14 * DAY_MS
/** Runs that finished longer before the last look were told then. */
export const RUN_OVERLAP_MS = 10 * MINUTE_MS

const ReceiverEntry = z.object({
  /** When people were told that it fails, or would have been without the outage. */
  since: z.string(),
  /** Whether it belongs to an outage, so that nobody was told about it alone. */
  isSilent: z.boolean(),
  isReminded: z.boolean(),
  /** Since when nothing fails any more. */
  okSince: z.nullable(z.string()),
  /** When people were told that it has recovered. */
  recoveredAt: z.nullable(z.string()),
})
type ReceiverEntry = z.infer<typeof ReceiverEntry>

/** What people have been told about an account. */
export const WatchState = z.object({
  /** null before the first look, which tells of certificates only: otherwise, only changes are told. */
  lookedAt: z._default(z.nullable(z.string()), null),
  away: z._default(z.nullable(z.object({ since: z.string(), isTold: z.boolean() })), null),
  outage: z._default(
    z.nullable(z.object({ since: z.string(), cause: z.string(), receivers: z.int() })),
    null,
  ),
  receivers: z._default(z.record(z.string(), ReceiverEntry), {}),
  /** The last day of the certificate that people were warned of, by receiver. */
  certificates: z._default(z.record(z.string(), z.string()), {}),
  paused: z._default(z.array(z.string()), []),
  orders: z._default(z.array(z.string()), []),
})
export type WatchState = z.infer<typeof WatchState>

/** A receiver with its failures since its last known success; for a failure contact, those of one company. */
export type ReceiverSeen = {
  receiver: string
  company: string | null
  failures: number
  /** How many of them are from the last hour. */
  recent: number
  first: Date | null
  last: Date | null
  /** How most of them failed. */
  cause: string | null
  /** Whether most of them failed before any answer, for a reason that may be on our side. */
  mayBeOurs: boolean
  /** The last known success. */
  success: Date | null
}

export type RunSeen = { id: string; name: string | null }

export type Seen = {
  receivers: ReceiverSeen[]
  /** Whether the service reports successes, or only failures. */
  knowsSuccesses: boolean
  certificates: { receiver: string; until: Date }[]
  finished: (RunSeen & { delivered: number; failed: number; skipped: number })[]
  /** Receivers of runs that wait for a person. */
  paused: (RunSeen & { receiver: string | null })[]
  /** Standing orders that have not been stopped by a person. */
  /** How many blocked numbers have become due since the last look. */
  due: number
  orders: (RunSeen & { receiver: string; isActive: boolean; reason: string | null })[]
}

/** A notice without its details. */
export type Told = {
  key: string
  kind: NoticeKind
  receiver: string | null
  company: string | null
  facts: NoticeFacts
}

export type Judgement = { state: WatchState; notices: Told[] }

/** How long Redial may not look before people are told. */
export function maxGapMs(everyMs: number): number {
  return Math.max(10 * MINUTE_MS, 5 * everyMs)
}

/** After a look that the service answered. */
export function judge(
  before: WatchState,
  seen: Seen,
  { now, everyMs }: { now: Date; everyMs: number },
): Judgement {
  const isFirst = before.lookedAt === null
  const gap = judgeGap(before, now, everyMs)
  const receivers = judgeReceivers(before, seen, now)
  const certificates = judgeCertificates(before, seen, now)
  const { paused, orders } = judgeRuns(before, seen)
  const state: WatchState = {
    lookedAt: now.toISOString(),
    away: null,
    ...receivers.state,
    certificates: certificates.state,
    paused: seen.paused.map(keyOfPart),
    orders: seen.orders.filter(({ isActive }) => isActive).map(keyOfPart),
  }
  // A certificate that ends soon is news whenever it is first seen.
  if (isFirst) return { state, notices: certificates.notices }
  const back = before.away?.isTold
    ? [notice('service_back', null, now, { since: before.away.since })]
    : []
  const due = seen.due > 0 ? [notice('numbers_due', null, now, { count: seen.due })] : []
  return {
    state,
    notices: [
      ...gap,
      ...back,
      ...receivers.notices,
      ...certificates.notices,
      ...paused,
      ...orders,
      ...due,
    ],
  }
}

/** After a look that could not read the lists. Nothing is known about receivers then. */
export function judgeAway(
  before: WatchState,
  { now, everyMs, reason }: { now: Date; everyMs: number; reason: string },
): Judgement {
  const since = before.away?.since ?? now.toISOString()
  const isLong = passedMs(since, now) >= AWAY_MS
  const wasTold = before.away?.isTold ?? false
  const state = {
    ...before,
    lookedAt: now.toISOString(),
    away: { since, isTold: wasTold || isLong },
  }
  const away = isLong && !wasTold ? [notice('service_away', null, now, { since, reason })] : []
  return { state, notices: [...judgeGap(before, now, everyMs), ...away] }
}

function judgeGap({ lookedAt }: WatchState, now: Date, everyMs: number): Told[] {
  if (lookedAt === null || passedMs(lookedAt, now) < maxGapMs(everyMs)) return []
  return [notice('not_watched', null, now, { since: lookedAt, until: now.toISOString() })]
}

function judgeReceivers(
  before: WatchState,
  { receivers, knowsSuccesses }: Seen,
  now: Date,
): { state: Pick<WatchState, 'receivers' | 'outage'>; notices: Told[] } {
  const entries: Record<string, ReceiverEntry> = {}
  const notices: Told[] = []
  const starting: ReceiverSeen[] = []
  const byKey = new Map(receivers.map(seen => [keyOfReceiver(seen), seen]))
  for (const [key, seen] of byKey) {
    const entry = before.receivers[key]
    if (entry?.recoveredAt === null) {
      const { next, told } = afterFailing(entry, seen, now)
      if (next !== null) entries[key] = next
      notices.push(...told)
    } else if (entry && isCalm(entry, now)) entries[key] = entry
    else if (isFailing(seen, knowsSuccesses, now)) starting.push(seen)
  }
  const outage = judgeOutage(before, starting, { entries, byKey, now })
  for (const seen of outage.alone) {
    entries[keyOfReceiver(seen)] = startedAt(now, false)
    notices.push(notice('failing', seen, now, factsOf(seen, knowsSuccesses)))
  }
  for (const seen of outage.together) entries[keyOfReceiver(seen)] = startedAt(now, true)
  return {
    state: { receivers: entries, outage: outage.state },
    notices: [...outage.notices, ...notices],
  }
}

/** Whether a receiver has recovered so recently that nothing is told about it. */
function isCalm({ recoveredAt }: ReceiverEntry, now: Date): boolean {
  return recoveredAt !== null && passedMs(recoveredAt, now) < CALM_MS
}

/** Whether a receiver fails so much that people should know. */
function isFailing(
  { failures, recent, first, last }: ReceiverSeen,
  knowsSuccesses: boolean,
  now: Date,
): boolean {
  if (failures === 0 || (last !== null && now.getTime() - last.getTime() > NEWS_MS)) return false
  if (!knowsSuccesses) return recent >= MAX_FAILURES
  const isOld = first !== null && now.getTime() - first.getTime() >= OLD_FAILURE_MS
  return failures >= MAX_FAILURES || isOld
}

/** What follows for a receiver of which people know that it fails. */
function afterFailing(
  entry: ReceiverEntry,
  seen: ReceiverSeen,
  now: Date,
): { next: ReceiverEntry | null; told: Told[] } {
  if (seen.failures === 0) return afterLastFailure(entry, seen, now)
  const next = { ...entry, okSince: null }
  if (passedMs(entry.since, now) < DAY_MS) return { next, told: [] }
  // It may be quiet by now, and nobody knows why.
  if (seen.last !== null && now.getTime() - seen.last.getTime() > NEWS_MS) {
    return { next: null, told: [] }
  }
  if (entry.isReminded || entry.isSilent) return { next, told: [] }
  // It counts all that is missing, not only that of an hour.
  const told = notice('still_failing', seen, now, factsOf(seen, true))
  return { next: { ...next, isReminded: true }, told: [told] }
}

function afterLastFailure(entry: ReceiverEntry, seen: ReceiverSeen, now: Date) {
  const okSince = entry.okSince ?? now.toISOString()
  if (passedMs(okSince, now) < STABLE_MS) return { next: { ...entry, okSince }, told: [] }
  // Without a success, people have dealt with the events in another way.
  const { success } = seen
  const hasRecovered = success !== null && success.getTime() >= Date.parse(entry.since) - STABLE_MS
  if (!hasRecovered || entry.isSilent) return { next: null, told: [] }
  const told = notice('recovered', seen, now, { since: entry.since })
  return { next: { ...entry, okSince, recoveredAt: now.toISOString() }, told: [told] }
}

/** Whether receivers that start failing are told alone or as one outage. */
function judgeOutage(
  { outage }: WatchState,
  starting: ReceiverSeen[],
  {
    entries,
    byKey,
    now,
  }: { entries: Record<string, ReceiverEntry>; byKey: Map<string, ReceiverSeen>; now: Date },
) {
  const ours = starting.filter(({ mayBeOurs }) => mayBeOurs)
  const cause = outage?.cause ?? mostFrequent(ours.map(seen => seen.cause ?? ''))
  const together = ours.filter(seen => seen.cause === cause)
  const alone = starting.filter(seen => !together.includes(seen))
  if (outage === null) {
    const isOutage = together.length >= MANY && together.length >= MOST * starting.length
    if (!isOutage) return { state: null, alone: starting, together: [], notices: [] }
    const receivers = together.length
    const facts = { count: receivers, cause, since: iso(together[0]?.first ?? null) }
    const state = { since: now.toISOString(), cause, receivers }
    return { state, alone, together, notices: [notice('outage', null, now, facts)] }
  }
  const silent = Object.entries(entries).filter(
    ([, { isSilent, okSince }]) => isSilent && okSince === null,
  )
  const receivers = outage.receivers + together.length
  if (silent.length + together.length > FEW * receivers) {
    return { state: { ...outage, receivers }, alone, together, notices: [] }
  }
  // What still fails has another reason, so it is told alone from now on.
  const left = silent.flatMap(([key]) => byKey.get(key) ?? [])
  const facts = { count: receivers, cause, since: outage.since }
  const over = notice('outage_over', null, now, facts)
  return { state: null, alone: [...starting, ...left], together: [], notices: [over] }
}

function mostFrequent(texts: string[]): string {
  const [most] = [...Map.groupBy(texts, text => text)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return most?.[0] ?? ''
}

function judgeCertificates(before: WatchState, { certificates }: Seen, now: Date) {
  const state: WatchState['certificates'] = {}
  const notices: Told[] = []
  for (const { receiver, until } of certificates) {
    const left = until.getTime() - now.getTime()
    if (left > CERTIFICATE_MS) continue
    state[receiver] = until.toISOString()
    if (before.certificates[receiver] === until.toISOString()) continue
    const seen = { receiver, company: null }
    const facts = { until: until.toISOString(), isOver: left <= 0 }
    notices.push(notice('certificate', seen, now, facts))
  }
  return { state, notices }
}

function judgeRuns(before: WatchState, { finished, paused, orders }: Seen) {
  const told = (kind: NoticeKind, key: string, receiver: string | null, facts: NoticeFacts) => ({
    kind,
    key: `${kind} ${key}`,
    receiver,
    company: null,
    facts,
  })
  return {
    paused: [
      // The key of a run tells it once, although it is seen again and again.
      ...finished.map(({ delivered, failed, skipped, ...run }) =>
        told('run_finished', run.id, null, { run, outcome: { delivered, failed, skipped } }),
      ),
      ...paused
        .filter(part => !before.paused.includes(keyOfPart(part)))
        .map(({ receiver, ...run }) =>
          told('run_paused', `${keyOfPart({ ...run, receiver })} ${before.lookedAt}`, receiver, {
            run,
          }),
        ),
    ],
    orders: orders
      .filter(order => !order.isActive && before.orders.includes(keyOfPart(order)))
      .map(({ id, name, receiver, reason }) =>
        told('order_ended', `${id} ${receiver}`, receiver, { run: { id, name }, reason }),
      ),
  }
}

function keyOfPart({ id, receiver }: { id: string; receiver: string | null }): string {
  return `${id} ${receiver ?? ''}`
}

/** Neither a receiver nor the name of a company contains a line break. */
function keyOfReceiver({ receiver, company }: Pick<ReceiverSeen, 'receiver' | 'company'>): string {
  return company === null ? receiver : `${receiver}\n${company}`
}

function startedAt(now: Date, isSilent: boolean): ReceiverEntry {
  return { since: now.toISOString(), isSilent, isReminded: false, okSince: null, recoveredAt: null }
}

function factsOf(seen: ReceiverSeen, knowsSuccesses: boolean): NoticeFacts {
  const { failures, recent, first, cause } = seen
  return {
    count: knowsSuccesses ? failures : recent,
    isWithinHour: !knowsSuccesses,
    since: iso(first),
    cause,
  }
}

export function notice(
  kind: NoticeKind,
  about: Pick<ReceiverSeen, 'receiver' | 'company'> | null,
  now: Date,
  facts: NoticeFacts,
): Told {
  const { receiver, company } = about ?? { receiver: null, company: null }
  const key = [kind, receiver, company, now.toISOString()].filter(part => part !== null).join(' ')
  return { key, kind, receiver, company, facts }
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

/** How long ago something was. A clock that was set back makes it now. */
function passedMs(at: string, now: Date): number {
  return Math.max(0, now.getTime() - Date.parse(at))
}
