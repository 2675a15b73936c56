import { inScenario } from './engine.ts'
import type { Findings } from './measurement.ts'

const SCENARIO = {
  what: '50 receivers',
  origins: 50,
  paths: 1,
  deliveries: 60_000,
  atATimeToOne: 3,
  rounds: 3,
}

/**
 * Measures how many waiting deliveries a second the real server posts to healthy receivers over
 * kept-alive TLS, on PostgreSQL. A bare loop of the same HTTP client posts the same to the same
 * receivers for comparison. Both run in turns, each in its own process; the receivers measure the time.
 */
export function deliveries(say: (sentence: string) => void): Promise<Findings> {
  return inScenario(SCENARIO, say)
}
