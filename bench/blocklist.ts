import type { App } from '../server/app.ts'
import { fillBlocklist } from '../server/testing/fill-blocklist.ts'
import { addPartner } from '../server/testing/test-service.ts'
import { type ListMeasured, measureList } from './blocklist/measure-list.ts'
import { withDashboard } from './dashboard/with-dashboard.ts'
import { type Findings, median, medianUnder, rangeOf } from './measurement.ts'

const NUMBERS = 100_000
const ROUNDS = 7
const LIMITS = { paintedMs: 300, keystrokeMs: 50, nodes: 1500 }

/**
 * Measures the list of a company that blocks 100,000 numbers in a browser: the time from the click until
 * the first numbers are painted, the cost of each keystroke in the filter, and the number of drawn rows.
 */
export function blocklist(say: (sentence: string) => void): Promise<Findings> {
  return withDashboard(say, async app => {
    say(`blocking ${NUMBERS.toLocaleString('en')} numbers`)
    const token = await fill(app)
    say(`opening and filtering the list ${ROUNDS} times`)
    const rounds: ListMeasured[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureList(app.url, token))
    return findings(rounds)
  })
}

async function fill({ database }: App): Promise<string> {
  const companies = ['Many', 'Some']
  const { id, token } = await addPartner(database, 'bench', { companies })
  await fillBlocklist(database, { partnerId: id, company: 'Some', count: 3 })
  await fillBlocklist(database, { partnerId: id, company: 'Many', count: NUMBERS })
  return token
}

function findings(rounds: ListMeasured[]): Findings {
  const beyond = rounds.map(({ page }) => page.paintedMs - page.requestMs)
  const inPage = rounds.map(({ entityMs }) => entityMs)
  const keystrokes = rounds.flatMap(({ keystrokesMs }) => keystrokesMs)
  const nodes = Math.max(...rounds.map(round => round.nodes))
  return {
    measurements: [
      medianUnder(
        LIMITS.paintedMs,
        'From the click on Blocklist to the first of 100,000 numbers, less the request',
        beyond,
      ),
      medianUnder(
        LIMITS.paintedMs,
        'From the click on the company to the first of its 100,000 numbers',
        inPage,
      ),
      {
        what: 'Slowest keystroke in the filter, until painted',
        measured: `${Math.max(...keystrokes)} ms (of ${keystrokes.length})`,
        limit: `under ${LIMITS.keystrokeMs} ms`,
        reached: Math.max(...keystrokes) < LIMITS.keystrokeMs,
      },
      {
        what: 'DOM nodes in the list, at most',
        measured: nodes.toLocaleString('en'),
        limit: `under ${LIMITS.nodes.toLocaleString('en')}`,
        reached: nodes < LIMITS.nodes,
      },
    ],
    notes: [
      `the request itself: ${rangeOf(rounds.map(({ page }) => page.requestMs))}`,
      `from the click on Blocklist, less the request, fastest and slowest: ${rangeOf(beyond)}`,
      `from the click on the company, fastest and slowest: ${rangeOf(inPage)}`,
      `keystrokes: median ${median(keystrokes)} ms; the browser rounds to 8 ms and reports none under 16`,
    ],
  }
}
