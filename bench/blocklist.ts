import type { App } from '../server/app.ts'
import { fillBlocklist } from '../server/testing/fill-blocklist.ts'
import { addPartner } from '../server/testing/test-service.ts'
import { askServer } from './ask-server.ts'
import { type ListMeasured, measureList, NOTED } from './blocklist/measure-list.ts'
import { withDashboard } from './dashboard/with-dashboard.ts'
import { startFloor } from './first-row/start-floor.ts'
import { type Findings, median, medianUnder, rangeOf, scaled } from './measurement.ts'

const NUMBERS = 100_000
const ROUNDS = scaled(7)
const LIMITS = { ofFloor: 1.2, paintedMs: 300, keystrokeMs: 50, filterMs: 100, nodes: 1500 }

/**
 * Measures the list of a company that blocks 100,000 numbers, 2,000 of them with a reason, in a browser: the time
 * from the click until the first numbers are painted, compared with the same list of the floor, the cost of each
 * keystroke in the search and of a filter, and the number of drawn rows.
 */
export function blocklist(say: (sentence: string) => void): Promise<Findings> {
  return withDashboard(say, async app => {
    say(`blocking ${NUMBERS.toLocaleString('en')} numbers`)
    const token = await fill(app)
    say('building the floor')
    const floor = await startFloor(app.url, token)
    say(`opening and filtering the list ${ROUNDS} times`)
    const rounds: ListMeasured[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measureList(app.url, token, floor.url))
    }
    await floor.stop()
    return findings(rounds)
  })
}

async function fill({ database, url }: App): Promise<string> {
  const companies = ['Many', 'Some']
  const { id, token } = await addPartner(database, 'bench', { companies })
  await fillBlocklist(database, { partnerId: id, company: 'Some', count: 3 })
  await fillBlocklist(database, { partnerId: id, company: 'Many', count: NUMBERS })
  await askServer(`${url}/gateway/block-notes`, token, {
    method: 'PUT',
    body: {
      entity: { reference: 'Many', name: 'Many' },
      entity_context_name: 'company',
      blocked_phone_number_list: Array.from({ length: NOTED }, (_, index) => ({
        phone_number: String(27_820_000_000 + index * (NUMBERS / NOTED)),
      })),
      reason: 'spam',
    },
  })
  return token
}

function findings(rounds: ListMeasured[]): Findings {
  const beyond = rounds.map(({ page }) => page.paintedMs - page.requestMs)
  const inPage = rounds.map(({ entityMs }) => entityMs)
  const keystrokes = rounds.flatMap(({ keystrokesMs }) => keystrokesMs)
  const nodes = Math.max(...rounds.map(round => round.nodes))
  const [own, floor] = [
    median(rounds.map(({ page }) => page.paintedMs)),
    median(rounds.map(({ floorMs }) => floorMs)),
  ]
  return {
    measurements: [
      {
        what: 'From the click on Blocklist to the first of 100,000 numbers, with the request',
        measured: `${own.toFixed(0)} ms, ${(own / floor).toFixed(2)} of the floor (${floor.toFixed(0)} ms)`,
        limit: `at most ${LIMITS.ofFloor} of the floor`,
        reached: own <= LIMITS.ofFloor * floor,
      },
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
        measured: `${Math.max(...keystrokes).toFixed(0)} ms (of ${keystrokes.length})`,
        limit: `under ${LIMITS.keystrokeMs} ms`,
        reached: Math.max(...keystrokes) < LIMITS.keystrokeMs,
      },
      medianUnder(
        LIMITS.filterMs,
        'From the click on a reason to the numbers of all entities with it',
        rounds.map(({ filterMs }) => filterMs),
      ),
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
      `keystrokes: median ${median(keystrokes).toFixed(0)} ms`,
    ],
  }
}
