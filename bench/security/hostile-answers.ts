import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type RawUpstream, startRawUpstream } from '../../server/testing/peers/raw-upstream.ts'
import { type RunningRedial, runRedial } from '../../server/testing/run-redial.ts'
import { signIn } from '../../server/testing/test-gateway.ts'
import { settingsOnPostgres } from '../deliveries/settings.ts'
import { kilobytesOf, metricOf } from '../process-figures.ts'
import { withPostgres } from '../with-postgres.ts'
import { type HostileAnswer, hostileAnswers, whole } from './hostile-service.ts'

export type HostileAnswerRow = {
  name: string
  /** The time of the slowest reader. */
  milliseconds: number
  /** The growth of the process's memory during the attack, at most. */
  memoryMB: number
  /** The longest time for which the process delayed anything else, including deliveries. */
  othersMs: number
  /** The status and the message of each place that reads an answer. */
  answer: string
}

/**
 * Measures what a hostile service costs the gateway of the real server: each attack at sign-in, for the
 * dashboard, for a script and for the replay of an event, one after the other.
 */
export function measureHostileAnswers(
  say: (sentence: string) => void,
): Promise<HostileAnswerRow[]> {
  return withPostgres(async createDatabase => {
    const service = await startRawUpstream()
    service.takesTokens = false
    const settings = settingsOnPostgres(await createDatabase())
    const redial = await runRedial({ ...settings, UPSTREAM_URL: service.url, LOG_LEVEL: 'fatal' })
    try {
      const rows: HostileAnswerRow[] = []
      for (const [name, answer] of await hostileAnswers()) {
        say(name)
        rows.push({ name, ...(await measure(redial, service, answer)) })
      }
      return rows
    } finally {
      await redial.kill()
      await service.close()
    }
  })
}

async function measure(
  { url, process }: RunningRedial,
  service: RawUpstream,
  answer: HostileAnswer,
): Promise<Omit<HostileAnswerRow, 'name'>> {
  service.behave(whole('[]'))
  const cookie = await signIn({ url }, { token: 'bench' })
  await setTimeout(SETTLED_MS)
  const before = kilobytesOf(process.pid, 'VmRSS')
  forgetPeak(process.pid)
  await longestWait(url)
  service.behave(answer)
  const answers: string[] = []
  let milliseconds = 0
  for (const [place, ask] of Object.entries(requestsByPlace(url, cookie))) {
    const begun = performance.now()
    answers.push(`${place}: ${await readText(ask)}`)
    milliseconds = Math.max(milliseconds, Math.round(performance.now() - begun))
  }
  const othersMs = await longestWait(url)
  const grown = Math.max(0, kilobytesOf(process.pid, 'VmHWM') - before)
  const memoryMB = Math.round(grown / 1_000)
  return { milliseconds, memoryMB, othersMs, answer: answers.join('; ') }
}

/** Frees the memory of the previous attack. */
const SETTLED_MS = 1_000

const JSON_TYPE = { 'content-type': 'application/json' }

function requestsByPlace(url: string, cookie: string): Record<string, () => Promise<Response>> {
  const own = { authorization: 'Token script' }
  const list = `${url}/v1/call_events_fail/`
  return {
    'sign-in': () =>
      fetch(`${url}/gateway/session`, {
        method: 'POST',
        headers: { ...JSON_TYPE, 'x-redial-dashboard': '1', 'sec-fetch-site': 'same-origin' },
        body: '{"token":"another"}',
      }),
    dashboard: () => fetch(list, { headers: { cookie } }),
    script: () => fetch(list, { headers: own }),
    replay: () =>
      fetch(`${url}/gateway/replays`, {
        method: 'POST',
        headers: { ...JSON_TYPE, ...own },
        body: '{"list":"call_events_fail","from_date":"2026-11-21","to_date":"2026-11-22","events":[{"id":"1"}]}',
      }),
  }
}

/** The data is discarded, however long it is. */
async function readText(ask: () => Promise<Response>): Promise<string> {
  const response = await ask()
  let bytes = 0
  let words = ''
  try {
    for await (const part of response.body ?? []) {
      bytes += part.length
      if (words.length < 200) words += Buffer.from(part).toString('latin1', 0, 200)
    }
  } catch {
    return `${response.status}, broken off after ${bytes} bytes`
  }
  const detail = /"detail":"([^"]{1,150})/.exec(words)?.[1]
  return `${response.status}, ${detail ?? `${bytes} bytes`}`
}

/** In ms, since the last call: the delay of the process's event loop, from its metrics. */
async function longestWait(url: string): Promise<number> {
  return Math.round((await metricOf(url, 'nodejs_eventloop_lag_max_seconds')) * 1_000)
}

/** The maximum is counted again from here. */
function forgetPeak(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Then the peak is that of the process's life.
  }
}
