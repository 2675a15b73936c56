import { receiversThatAnswer, withReceivers } from './deliveries/with-receivers.ts'
import { bareRound, fillDue, ourRound, type Round } from './engine/rounds.ts'
import { addWaitingRetries } from './engine/waiting-retries.ts'
import { type Findings, oneAfterTheOther, scaled } from './measurement.ts'

const LEAST_PART = 0.5
const RECEIVERS = 50
const PATHS_OF_ONE = 10

type Scenario = {
  what: string
  /** How many receivers have their own port, and how many paths each port has. */
  origins: number
  paths: number
  deliveries: number
  /** The bare loop's concurrency for each port: its fastest setting. */
  atATimeToOne: number
  /** How often it is measured, each time with a new database. */
  rounds?: number
  processes?: number
  waitingRetries?: number
}

const SCENARIOS: Scenario[] = [
  { what: '1 receiver', origins: 1, paths: 1, deliveries: 20_000, atATimeToOne: 3 },
  {
    what: '10,000 receivers on 1,000 ports',
    origins: scaled(1_000),
    paths: PATHS_OF_ONE,
    deliveries: 40_000,
    atATimeToOne: 1,
  },
  {
    what: '1,000,000 retries that wait',
    origins: RECEIVERS,
    paths: 1,
    deliveries: 40_000,
    atATimeToOne: 3,
    waitingRetries: 1_000_000,
  },
  {
    what: 'two processes',
    origins: RECEIVERS,
    paths: 1,
    deliveries: 60_000,
    atATimeToOne: 3,
    processes: 2,
  },
]

/**
 * Measures deliveries a second on PostgreSQL, compared with the bare loop of `deliveries` against the same
 * receivers: with one receiver, with very many, with very many retries that aren't due, and with two
 * processes.
 */
export function engine(say: (sentence: string) => void): Promise<Findings> {
  return oneAfterTheOther(SCENARIOS, scenario => inScenario(scenario, say))
}

/** Each round of the server is between two of the bare loop, because the machine may become faster or slower. */
export function inScenario(scenario: Scenario, say: (sentence: string) => void): Promise<Findings> {
  const { what, origins, paths, deliveries, atATimeToOne, processes, waitingRetries } = scenario
  // The retries wait for the last receiver.
  const answering = [...receiversThatAnswer('at once', origins), 'error' as const]
  return withReceivers(answering, async environment => {
    const { receivers } = environment
    const due = scaled(deliveries)
    const ports = receivers.origins.slice(0, origins)
    const urls = ports.flatMap(port =>
      Array.from({ length: paths }, (_, path) => `${port}/${path}`),
    )
    const bareLoop = () => {
      say(`${what}: ${due.toLocaleString('en')} posts of the bare loop`)
      const first = ports.map(port => `${port}/0`)
      return bareRound(receivers, { urls: first, posts: due, atATimeToOne })
    }
    const bare = [await bareLoop()]
    const ours: Round[] = []
    for (let round = 0; round < (scenario.rounds ?? 1); round++) {
      const url = await environment.createDatabase()
      if (waitingRetries !== undefined) {
        const count = scaled(waitingRetries)
        say(`${what}: filling ${count.toLocaleString('en')} retries`)
        const origin = receivers.origins[origins] ?? ''
        const retries = { origin, count, dueAfterS: 3_600, receivers: 1_000 }
        await addWaitingRetries(url, receivers, retries)
        await receivers.take()
      }
      say(`${what}: as many deliveries`)
      await fillDue(url, urls, due)
      ours.push(await ourRound(url, receivers, { due, processes }))
      bare.push(await bareLoop())
    }
    return findings(what, due, bare, ours)
  })
}

function findings(what: string, due: number, bare: number[], ours: Round[]): Findings {
  const rates = ours.map(({ postsASecond }) => postsASecond)
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  const part = (sum(rates) / rates.length / sum(bare)) * bare.length
  const missing = sum(ours.map(round => round.missing))
  const twice = sum(ours.map(round => round.twice))
  const text = (values: number[]) => values.map(Math.round).join(', ')
  return {
    measurements: [
      {
        what: `Deliveries a second, of what the bare loop posts: ${what}`,
        measured: `${part.toFixed(2)} times (${due.toLocaleString('en')} each), ${missing} missing`,
        limit: `at least ${LEAST_PART} times, none missing`,
        reached: part >= LEAST_PART && missing === 0,
      },
    ],
    notes: [
      `${what}: posts a second of the bare loop before and after: ${text(bare)}; of the server: ${text(rates)}, ${twice} of them more than once`,
    ],
  }
}
