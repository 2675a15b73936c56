import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import type { Finding, Verdict } from './finding.ts'
import type { Probing, Section } from './probing.ts'
import { createQuote } from './quote.ts'
import type { ProbeSettings } from './read-settings.ts'
import { authentication } from './sections/authentication.ts'
import { blocking } from './sections/blocking.ts'
import { blocklist } from './sections/blocklist.ts'
import { errorBodies } from './sections/error-bodies.ts'
import { failedAiEvents, failedCalls } from './sections/failed-events.ts'
import { limits } from './sections/limits.ts'
import { otherLists } from './sections/other-lists.ts'
import { pagination } from './sections/pagination.ts'
import { byTheClock, openService, Stopped, type Wait } from './service.ts'

/** In total; unblocking may use as many more as it needs. */
const MAX_REQUESTS = 100
const MAX_REQUESTS_WITH_BLOCKING = 160

/** The last two sections check all earlier answers. */
const READING = [
  authentication,
  blocklist,
  failedCalls,
  failedAiEvents,
  otherLists,
  pagination,
  errorBodies,
  limits,
]

/** The result of the probe. */
export type Report = {
  service: string
  sections: { title: string; findings: Finding[] }[]
  counts: Record<Verdict, number>
  requests: number
  most_requests: number
  /** Why it didn't finish; null if it did. */
  stopped: string | null
}

export type RunOptions = {
  /** Aborted when somebody interrupts the probe. */
  interrupted?: AbortSignal
  /** Called with its progress and its waits. */
  tell?: (sentence: string) => void
  /** Only tests pass their own. */
  wait?: Wait
}

/** Runs all checks. Whatever the service does, the result is a report. */
export async function runProbe(
  settings: ProbeSettings,
  {
    interrupted = new AbortController().signal,
    tell = () => undefined,
    wait = byTheClock,
  }: RunOptions = {},
): Promise<Report> {
  const { baseUrl, token, timeoutMs, timeZone, days, trial } = settings
  const maxRequests = trial === null ? MAX_REQUESTS : MAX_REQUESTS_WITH_BLOCKING
  const service = openService({
    baseUrl,
    token,
    timeoutMs,
    wait,
    maxRequests,
    interrupted,
    tell,
  })
  const today = dayOf(new Date(), timeZone)
  const range = { from_date: addDays(today, 1 - days), to_date: addDays(today, 1) }
  const quote = createQuote(token)
  const probing: Probing = { service, wait, quote, baseUrl, timeZone, today, range }
  const planned = trial === null ? READING : [...READING, blocking(trial)]

  const sections: Report['sections'] = []
  let stopped: string | null = null
  try {
    for (const section of planned) sections.push(await checked(section, probing, tell))
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    stopped = error.message
  } finally {
    await service.close()
  }
  const counts = countsOf(sections.flatMap(({ findings }) => findings))
  const requests = service.exchanges.length
  return { service: baseUrl, sections, counts, requests, most_requests: maxRequests, stopped }
}

async function checked(
  { title, check }: Section,
  probing: Probing,
  tell: (sentence: string) => void,
) {
  tell(`${title} …`)
  return { title, findings: await check(probing) }
}

function countsOf(findings: Finding[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { holds: 0, differs: 0, fails: 0, unseen: 0 }
  for (const { verdict } of findings) counts[verdict]++
  return counts
}
