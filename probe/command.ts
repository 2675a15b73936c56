import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import { blockingCheck } from './blocking.ts'
import { CHECKS, PROOF } from './checks.ts'
import { HELP, type ProbeSettings, readSettings, UsageError } from './read-settings.ts'
import {
  createQuote,
  describeReport,
  type Finding,
  finding,
  type Probing,
  type Report,
} from './report.ts'
import { byTheClock, type RunOptions, Service, Stopped } from './service.ts'

export async function run(wait = byTheClock): Promise<void> {
  // The reader of the output may have closed it, as with `| head`, but a blocked number must be unblocked.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const tell = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Every time, because npm also forwards a Ctrl+C, and a blocked number must be unblocked first.
    process.on(signal, () => {
      if (!interrupted.signal.aborted) tell('Interrupted: stopping in order …')
      interrupted.abort()
    })
  }
  process.exitCode = await command(process.argv.slice(2), process.env, {
    interrupted: interrupted.signal,
    wait,
    tell,
    print: text => void process.stdout.write(`${text}\n`),
  })
}

export type CommandOptions = RunOptions & {
  /** Reports progress and errors, apart from the output, which can be piped elsewhere. */
  tell: (sentence: string) => void
  print: (text: string) => void
}

/** @returns the exit code, as described in HELP */
export async function command(
  words: string[],
  variables: Record<string, string | undefined>,
  options: CommandOptions,
): Promise<number> {
  const { print, tell } = options
  try {
    const settings = readSettings(words, variables)
    if (settings === null) {
      print(HELP)
      return 0
    }
    const report = await runProbe(settings, options)
    print(settings.asJson ? JSON.stringify(report, null, 2) : describeReport(report))
    if (report.stopped !== null) {
      tell(report.stopped)
      return 2
    }
    return report.counts.fails > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) tell(error.message)
    // The message of an unknown error could contain anything, including the token.
    else tell(`The probe broke: ${error instanceof Error ? error.name : 'unknown error'}.`)
    return 2
  }
}

/** The total; unblocking may use as many more as it needs. */
const MAX_REQUESTS = 100
const MAX_REQUESTS_WITH_BLOCKING = 160

/** Runs all checks. Whatever the service does, the result is a report. */
export async function runProbe(
  { baseUrl, token, timeoutMs, timeZone, days, trial }: ProbeSettings,
  {
    interrupted = new AbortController().signal,
    tell = () => undefined,
    wait = byTheClock,
  }: RunOptions = {},
): Promise<Report> {
  const maxRequests = trial === null ? MAX_REQUESTS : MAX_REQUESTS_WITH_BLOCKING
  const service = new Service({ baseUrl, token, timeoutMs, wait, maxRequests, interrupted, tell })
  const today = dayOf(new Date(), timeZone)
  const range = { from_date: addDays(today, 1 - days), to_date: addDays(today, 1) }
  const probing = { service, wait, quote: createQuote(token), baseUrl, timeZone, range }
  const checks = trial === null ? CHECKS : [...CHECKS, blockingCheck(trial)]

  const findings: Finding[] = []
  let stopped: string | null = null
  try {
    await stopUnlessThere(probing)
    for (const check of checks) {
      tell(`${check.asks} …`)
      for (const path of check.paths ?? ['']) findings.push(await finding(check, path, probing))
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    stopped = error.message
  } finally {
    await service.close()
  }
  const counts = { holds: 0, differs: 0, fails: 0, unseen: 0 }
  for (const { verdict } of findings) counts[verdict]++
  const requests = service.exchanges.length
  return { service: baseUrl, findings, counts, requests, most_requests: maxRequests, stopped }
}

/**
 * Before any request with the token, because the token may not belong there.
 *
 * @throws Stopped if continuing is useless, or if the token would be sent elsewhere
 */
async function stopUnlessThere({ service, baseUrl, quote }: Probing): Promise<void> {
  const { status, problem, headers } = await service.get(PROOF, { authorization: null })
  if (status === null) throw new Stopped(`${baseUrl} cannot be reached: ${problem}.`)
  const target = headers.location === undefined ? null : URL.parse(headers.location, `${baseUrl}/`)
  const isRedirect = status >= 300 && status < 400
  if (isRedirect && target !== null && target.origin !== new URL(baseUrl).origin) {
    throw new Stopped(
      `${baseUrl} redirects to ${quote(target.origin)}. If that is the service, give its own address; the token was not sent.`,
    )
  }
}
