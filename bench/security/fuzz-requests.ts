import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { answerProblem } from '../../server/testing/fuzz/answer-problem.ts'
import { fuzzedRequestsTo } from '../../server/testing/fuzz/fuzzed-redial.ts'
import type { FuzzedRequest } from '../../server/testing/fuzz/fuzzed-request.ts'
import { sendRequest } from '../../server/testing/fuzz/send-request.ts'
import { type Findings, percentile } from '../measurement.ts'
import { type Bystander, waitText } from './bystander.ts'
import { delay, WAIT_LIMIT_MS } from './longest-wait.ts'
import { residentMegabytes, type SecurityTarget } from './security-target.ts'

const REQUESTS = 20_000
/** Before that, a process always grows, because it compiles code and its heap settles. */
const WARM_UP = 20_000
const IN_FLIGHT = 8
/** V8 releases memory some seconds after the work ends. Memory that remains then has leaked. */
const REST_MS = 20_000
const SLOWEST_MS = 1_000
/** How many are shown. */
const SLOWEST = 5
const MEMORY_MB = 50

type Tally = {
  statuses: Map<string, number>
  problems: Map<string, { request: FuzzedRequest; problem: string }>
  /** Slowest first. */
  slowest: { ms: number; request: FuzzedRequest }[]
  times: number[]
}

/**
 * Sends 20,000 requests that are valid, nearly valid or hostile according to /openapi.json. Measures the
 * answers, their time, the memory that they cost, and how long others wait.
 */
export async function fuzzRequests(
  target: SecurityTarget,
  bystander: Bystander,
  usual: number,
  say: (sentence: string) => void,
): Promise<Findings> {
  const seed = Date.now() % 2 ** 31
  const requests = await fuzzedRequestsTo(target.url, target)
  const made = fc.sample(requests, { seed, numRuns: WARM_UP + REQUESTS })
  say(`sending ${WARM_UP.toLocaleString('en')} fuzzed requests to warm up (seed ${seed})`)
  const warm = await sendAll(target, made.slice(0, WARM_UP))
  const before = await memoryAtRest(target)
  await bystander.waits()
  say(`sending ${REQUESTS.toLocaleString('en')} fuzzed requests, ${IN_FLIGHT} at a time`)
  const begun = performance.now()
  const tally = await sendAll(target, made.slice(WARM_UP))
  const seconds = Math.round((performance.now() - begun) / 1_000)
  const waits = await bystander.waits()
  const atOnce = await residentMegabytes(target.url)
  const grown = (await memoryAtRest(target)) - before
  const problems = new Map([...warm.problems, ...tally.problems])
  const late = delay(waits, usual)
  const slowest = tally.slowest[0]?.ms ?? 0
  const several = REQUESTS.toLocaleString('en')
  return {
    measurements: [
      {
        what: `Answers to ${several} fuzzed requests that are errors of ours or in no shape of the interface`,
        measured: `${problems.size} kinds`,
        limit: 'none',
        reached: problems.size === 0,
      },
      {
        what: `Slowest answer to ${several} fuzzed requests`,
        measured: `${Math.round(slowest)} ms`,
        limit: `under ${SLOWEST_MS.toLocaleString('en')} ms`,
        reached: slowest < SLOWEST_MS,
      },
      {
        what: `Memory at rest after ${several} fuzzed requests`,
        measured: `${grown >= 0 ? '+' : ''}${Math.round(grown)} MB`,
        limit: `at most +${MEMORY_MB} MB`,
        reached: grown <= MEMORY_MB,
      },
      {
        what: 'Longest delay of others during them',
        measured: `${Math.round(late)} ms`,
        limit: `at most ${WAIT_LIMIT_MS} ms`,
        reached: late <= WAIT_LIMIT_MS,
      },
    ],
    notes: [
      `${seconds} s; seed ${seed}; statuses: ${[...tally.statuses]
        .toSorted()
        .map(([status, count]) => `${status} × ${count}`)
        .join(', ')}`,
      `answers: median ${percentile(tally.times, 50).toFixed(1)} ms, 99th percentile ${percentile(tally.times, 99).toFixed(1)} ms`,
      ...tally.slowest.map(({ ms, request }) => `${Math.round(ms)} ms: ${described(request)}`),
      `others: ${waitText(waits)}`,
      `memory before: ${Math.round(before)} MB, at rest after a warm-up of ${WARM_UP.toLocaleString('en')} requests; right after the last request ${Math.round(atOnce)} MB, and at rest ${Math.round(before + grown)} MB`,
      ...[...problems.values()].map(({ request, problem }) => `${problem}: ${described(request)}`),
    ],
  }
}

async function memoryAtRest({ url }: SecurityTarget): Promise<number> {
  await sleep(REST_MS)
  return residentMegabytes(url)
}

async function sendAll({ url }: SecurityTarget, requests: FuzzedRequest[]): Promise<Tally> {
  const tally: Tally = {
    statuses: new Map(),
    problems: new Map(),
    slowest: [],
    times: [],
  }
  const left = requests.values()
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, sender) => {
      // Their own addresses, like those of other clients.
      for (const request of left) await sendOne(url, request, `127.0.1.${sender + 1}`, tally)
    }),
  )
  return tally
}

async function sendOne(url: string, request: FuzzedRequest, from: string, tally: Tally) {
  const begun = performance.now()
  const answer = await sendRequest(url, request, from)
  const ms = performance.now() - begun
  const status = String(answer?.status ?? 'closed')
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  tally.times.push(ms)
  tally.slowest = [...tally.slowest, { ms, request }]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
  const problem = answerProblem(request, answer)
  if (problem === null) return
  // One of each kind is enough to investigate.
  const kind = `${problem.split(': ', 1)[0]} at ${request.target.split('/', 3).join('/').slice(0, 40)}`
  if (!tally.problems.has(kind)) tally.problems.set(kind, { request, problem })
}

function described(request: FuzzedRequest): string {
  const { method, target, headers, body, framing } = request
  const shown = headers.filter(([name]) => !['authorization', 'cookie'].includes(name))
  return JSON.stringify({
    request: `${method} ${target.slice(0, 200)}`,
    headers: shown.map(([name, value]) => `${name}: ${value.slice(0, 60)}`),
    body: body?.toString().slice(0, 200),
    framing,
  })
}
