import { openDatabase } from '../server/database/database.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { addPartner } from '../server/testing/test-service.ts'
import { askServer } from './ask-server.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import {
  COPIED_RANGE,
  fillCopiedEvents,
  fillNewDay,
  fillSettingsAndReplays,
  NEW_RANGE,
} from './events/fill-copied-events.ts'
import {
  atMost,
  type Findings,
  median,
  oneAfterTheOther,
  percentile,
  scaled,
} from './measurement.ts'
import { withPostgres } from './with-postgres.ts'

const ROUNDS = 25
/** The starts of 30 days, as a chart and the bars of groups have them. */
const STARTS = Array.from(
  { length: 31 },
  (_, day) => Date.parse('2026-05-31T22:00:00Z') + day * 24 * 3_600_000,
).join()

type Question = [what: string, path: string, limitMs: number, endpoint?: string]

const search = (text: string) => `q=${encodeURIComponent(text)}`

const LISTS = (limitMs: number, searchMs: number): Question[] => [
  ['a page', '?', limitMs],
  ['a late page', '?page=400', limitMs],
  ['by company', '?sort=company', limitMs],
  ['by caller', '?sort=-caller', limitMs],
  ['by cause', '?sort=cause', limitMs],
  ['by receiver', '?sort=-receiver', limitMs],
  ['with a receiver', '?receiver=hooks7.receiver.example/events/calls', limitMs],
  ['with a cause and a state', '?cause=Answered+429,+too+busy&state=missing', limitMs],
  ['with a number', `?${search('082 555 0042')}`, searchMs],
  ['with three characters', `?${search('777')}`, searchMs],
  ['with words', `?${search('dealer 17 durban')}`, searchMs],
  ['the page of an event', '/place?event=1', limitMs],
  ['the page of an event by cause', '/place?event=1&sort=-cause', limitMs],
  ['the page of a missing event', '/place?event=1&sort=-cause&state=missing', limitMs],
]

const SUMMARIES: Question[] = [
  ['choices of companies', '/choices?filter=company', 150],
  ['choices of causes in a search', `/choices?filter=cause&${search('durban')}`, 150],
  ['groups by receiver', `/groups?starts=${STARTS}`, 150],
  ['groups by company in a search', `/groups?by=company&${search('durban')}`, 150],
  ['the chart', `/chart?starts=${STARTS}`, 150],
]

const WITH_SETTINGS: Question[] = [
  ['groups by receiver', `/groups?starts=${STARTS}`, 150],
  ['groups by company', `/groups?by=company&starts=${STARTS}`, 150],
  ['choices of receivers', '/choices?filter=receiver', 150],
  ['the states of receivers', '?', 300, '/gateway/receivers/all'],
]

const NEW_DAY: Question[] = [
  ['a page', '?', 150],
  ['by company', '?sort=company', 150],
  ['with words', `?${search('dealer 17 durban')}`, 150],
  ['groups by receiver', '/groups?state=missing', 150],
]

const SIZES = [
  { size: 100_000, kind: 'failed events', questions: [...LISTS(150, 150), ...SUMMARIES] },
  {
    size: 100_000,
    kind: 'failed events of receivers in Settings, with failed replays and several events per call',
    fill: fillSettingsAndReplays,
    questions: WITH_SETTINGS,
  },
  {
    size: 100_000,
    kind: 'failed events, and 20,000 of a new day that PostgreSQL has no statistics of',
    fill: fillNewDay,
    range: NEW_RANGE,
    questions: NEW_DAY,
  },
  { size: 1_000_000, kind: 'failed events', questions: LISTS(500, 1_000) },
]

/**
 * Measures how long the gateway takes to search, filter, sort, count and group its copy of 100,000 and of 1,000,000
 * failed events of one account, on PostgreSQL with the settings of the embedded one.
 */
export function events(say: (sentence: string) => void): Promise<Findings> {
  return withPostgres(createDatabase =>
    oneAfterTheOther(SIZES, async ({ size, kind, fill, range = COPIED_RANGE, questions }) => {
      const count = scaled(size)
      const url = await createDatabase()
      const database = await openDatabase({ url })
      const { token } = await addPartner(database, 'bench')
      const server = await runRedial(settingsOnPostgres(url))
      try {
        const ask = async (path: string, endpoint = '/gateway/events') => {
          const begun = performance.now()
          const separator = path.endsWith('?') ? '' : '&'
          await askServer(`${server.url}${endpoint}${path}${separator}${range}`, token)
          return performance.now() - begun
        }
        await ask('?')
        say(`copying ${count.toLocaleString('en')} events`)
        await fillCopiedEvents(database.db, count)
        await fill?.(database.db)
        const findings: Findings = { measurements: [], notes: [] }
        for (const [what, path, limitMs, endpoint] of questions) {
          say(what)
          await ask(path, endpoint)
          const samples: number[] = []
          for (let round = 0; round < ROUNDS; round++) samples.push(await ask(path, endpoint))
          const about = `${count.toLocaleString('en')} ${kind}: ${what} (95th percentile of ${ROUNDS})`
          findings.measurements.push(atMost(limitMs, 'ms', about, percentile(samples, 95)))
          findings.notes.push(`${what}: median ${Math.round(median(samples))} ms`)
        }
        return findings
      } finally {
        await server.kill('SIGTERM')
        await database.close()
      }
    }),
  )
}
