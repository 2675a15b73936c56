import { addPartner } from '../server/testing/test-service.ts'
import { withDashboard } from './dashboard/with-dashboard.ts'
import { type Findings, medianUnder } from './measurement.ts'
import { measurePaste, type PasteMeasured } from './paste/measure-paste.ts'

const ENTRIES = 10_000
const ROUNDS = 7
const LIMIT_MS = 500
/** The longest time that feels immediate. */
const LONGEST_TASK_MS = 100

/**
 * Measures a paste of 10,000 entries in a browser, half of them in national format and some of them
 * invalid: the time until the validation results are painted, and how long the page does not react.
 */
export function paste(say: (sentence: string) => void): Promise<Findings> {
  return withDashboard(say, async app => {
    const { token } = await addPartner(app.database, 'bench', { companies: ['Acme'] })
    say(`pasting ${ENTRIES.toLocaleString('en')} entries ${ROUNDS} times`)
    const rounds: PasteMeasured[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measurePaste(app.url, token, entries()))
    }
    return findings(rounds)
  })
}

function entries(): string[] {
  return Array.from({ length: ENTRIES }, (_, index) => {
    if (index % 100 === 99) return '082 12'
    const digits = String(820_000_000 + index * 37)
    return index % 2 ? `+27 ${digits}` : `0${digits.slice(0, 2)} ${digits.slice(2)}`
  })
}

function findings(rounds: PasteMeasured[]): Findings {
  const painted = rounds.map(({ paintedMs }) => paintedMs)
  const longest = rounds.map(({ longestTaskMs }) => longestTaskMs)
  return {
    measurements: [
      medianUnder(
        LIMIT_MS,
        `${ENTRIES.toLocaleString('en')} entries pasted, until their verdicts are painted`,
        painted,
      ),
      medianUnder(LONGEST_TASK_MS, 'Longest task of the page during the paste', longest),
    ],
    notes: [
      `until painted, each: ${painted.map(Math.round).join(', ')} ms`,
      `longest task, each: ${longest.map(Math.round).join(', ')} ms (the browser reports none under 50)`,
    ],
  }
}
