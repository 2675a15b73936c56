import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Findings, type Measurement, median } from './measurement.ts'
import { startBystander, waitText } from './security/bystander.ts'
import { fuzzRequests } from './security/fuzz-requests.ts'
import { holdConnections } from './security/hold-connections.ts'
import { type HostileAnswerRow, measureHostileAnswers } from './security/hostile-answers.ts'
import { WAIT_LIMIT_MS } from './security/longest-wait.ts'
import { replayFairness } from './security/replay-fairness.ts'
import { withSecurityTarget } from './security/security-target.ts'

const AT_REST_MS = 5_000

/** What attackers cost others, by the real server on PostgreSQL. */
export async function security(say: (sentence: string) => void): Promise<Findings> {
  const attacks = await attacksFromOutside(say)
  const hostile = await measureHostileAnswers(say)
  const fairness = await replayFairness(say)
  return {
    measurements: [
      ...attacks.measurements,
      ...hostile.flatMap(hostileAnswer),
      ...fairness.map(({ name, milliseconds }) => atMost(WAIT_LIMIT_MS, 'ms', name, milliseconds)),
    ],
    notes: [
      ...attacks.notes,
      ...hostile.map(({ name, answer }) => `${name}: ${answer}`),
      ...fairness.map(({ name, detail }) => `${name}: ${detail}`),
    ],
  }
}

const ANSWERED_WITHIN_MS = 30_000
const MEMORY_MB = 100
/** A service may send a list of 50 MB, so the gateway stores and parses it. */
const MEMORY_OF_LARGE_PAGE_MB = 450

function hostileAnswer(row: HostileAnswerRow): Measurement[] {
  const { name, milliseconds, memoryMB, othersMs } = row
  const most = name.includes('50 MB') ? MEMORY_OF_LARGE_PAGE_MB : MEMORY_MB
  return [
    {
      what: `Answer of the service: ${name}`,
      measured: `${milliseconds} ms, +${memoryMB} MB`,
      limit: `at most ${ANSWERED_WITHIN_MS / 1_000} s, +${most} MB`,
      reached: milliseconds <= ANSWERED_WITHIN_MS && memoryMB <= most,
    },
    atMost(WAIT_LIMIT_MS, 'ms', '… others wait during that', othersMs),
  ]
}

function attacksFromOutside(say: (sentence: string) => void): Promise<Findings> {
  say('starting a PostgreSQL and a Redial')
  return withSecurityTarget(async target => {
    const bystander = startBystander(target)
    try {
      await sleep(AT_REST_MS)
      await bystander.waits()
      await sleep(AT_REST_MS)
      const atRest = await bystander.waits()
      const usual = median(atRest)
      const fuzzed = await fuzzRequests(target, bystander, usual, say)
      const held = await holdConnections(target, bystander, usual, say)
      return {
        measurements: [...fuzzed.measurements, ...held.measurements],
        notes: [`others before all attacks: ${waitText(atRest)}`, ...fuzzed.notes, ...held.notes],
      }
    } finally {
      await bystander.stop()
    }
  })
}
