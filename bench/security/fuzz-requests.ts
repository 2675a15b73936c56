import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { fuzzedRequestsTo } from '../../server/testing/fuzz/fuzzed-redial.ts'
import type { FuzzedRequest } from '../../server/testing/fuzz/fuzzed-request.ts'
import { sendRequest } from '../../server/testing/fuzz/send-request.ts'
import { atMost, type Findings, percentile, scaled } from '../measurement.ts'
import { residentMegabytes } from '../process-figures.ts'
import { type Bystander, waitText } from './bystander.ts'
import { delay, WAIT_LIMIT_MS } from './longest-wait.ts'
import type { SecurityTarget } from './security-target.ts'

const REQUESTS = scaled(20_000)
/** Before that, a process always grows, because it compiles code and its heap settles. */
const WARM_UP = scaled(20_000)
const IN_FLIGHT = 8
/** V8 releases memory some seconds after the work ends. Memory that remains then has leaked. */
const REST_MS = 20_000
const SLOWEST_MS = 1_000
const MEMORY_MB = 50

type Answered = { ms: number; status: string; request: FuzzedRequest }

/**
 * Sends requests that are valid, nearly valid or hostile according to /openapi.json. Measures the
 * time of the answers, the memory that they cost, and how long others wait. What they say is checked by
 * server/fuzzed-requests.long.ts.
 */
export async function fuzzRequests(
  target: SecurityTarget,
  bystander: Bystander,
  usual: number,
  say: (sentence: string) => void,
): Promise<Findings> {
  const seed = Date.now() % 2 ** 31
  const requests = await fuzzedRequestsTo(target.url, target)
  const samples = fc.sample(requests, { seed, numRuns: WARM_UP + REQUESTS })
  say(`sending ${WARM_UP.toLocaleString('en')} fuzzed requests to warm up (seed ${seed})`)
  await sendAll(target, samples.slice(0, WARM_UP))
  const before = await memoryAtRest(target)
  await bystander.waits()
  say(`sending ${REQUESTS.toLocaleString('en')} fuzzed requests, ${IN_FLIGHT} at a time`)
  const answers = await sendAll(target, samples.slice(WARM_UP))
  const waits = await bystander.waits()
  const grown = (await memoryAtRest(target)) - before
  const late = delay(waits, usual)
  const times = answers.map(({ ms }) => ms)
  const slowest = Math.max(...times)
  const several = REQUESTS.toLocaleString('en')
  const statuses = Map.groupBy(answers, ({ status }) => status)
  return {
    measurements: [
      {
        what: `Slowest answer to ${several} fuzzed requests`,
        measured: `${Math.round(slowest)} ms`,
        limit: `under ${SLOWEST_MS.toLocaleString('en')} ms`,
        reached: slowest < SLOWEST_MS,
      },
      atMost(
        MEMORY_MB,
        'MB',
        `Growth of the memory at rest after ${several} fuzzed requests`,
        grown,
      ),
      atMost(WAIT_LIMIT_MS, 'ms', 'Longest delay of others during them', late),
    ],
    notes: [
      `seed ${seed}; statuses: ${Array.from(statuses, ([status, { length }]) => `${status} × ${length}`).join(', ')}`,
      `answers: median ${percentile(times, 50).toFixed(1)} ms, 99th percentile ${percentile(times, 99).toFixed(1)} ms`,
      ...answers
        .filter(({ ms }) => ms === slowest)
        .map(({ request }) => `slowest: ${request.method} ${request.target.slice(0, 200)}`),
      `others: ${waitText(waits)}`,
      `memory before: ${Math.round(before)} MB, at rest after a warm-up of ${WARM_UP.toLocaleString('en')} requests`,
    ],
  }
}

async function memoryAtRest({ url }: SecurityTarget): Promise<number> {
  await sleep(REST_MS)
  return residentMegabytes(url)
}

async function sendAll({ url }: SecurityTarget, requests: FuzzedRequest[]): Promise<Answered[]> {
  const answers: Answered[] = []
  const left = requests.values()
  const send = async (_: unknown, sender: number) => {
    for (const request of left) {
      const begun = performance.now()
      // Their own addresses, like those of other clients.
      const answer = await sendRequest(url, request, `127.0.1.${sender + 1}`)
      const status = String(answer?.status ?? 'closed')
      answers.push({ ms: performance.now() - begun, status, request })
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, send))
  return answers
}
