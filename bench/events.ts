import { openDatabase } from '../server/database/database.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { addPartner } from '../server/testing/test-service.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import {
  COPIED_RANGE,
  fillCopiedEvents,
  fillSettingsAndReplays,
} from './events/fill-copied-events.ts'
import {
  type Findings,
  type Measurement,
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

type Question = { what: string; endpoint?: string; path: string; limitMs: number }

const search = (text: string) => `q=${encodeURIComponent(text)}`

const LISTS = (limitMs: number, searchMs: number): Question[] => [
  { what: 'a page', path: '?', limitMs },
  { what: 'a late page', path: '?page=400', limitMs },
  { what: 'by company', path: '?sort=company', limitMs },
  { what: 'by caller', path: '?sort=-caller', limitMs },
  { what: 'by cause', path: '?sort=cause', limitMs },
  { what: 'by receiver', path: '?sort=-receiver', limitMs },
  { what: 'with a receiver', path: '?receiver=hooks7.receiver.example/events/calls', limitMs },
  {
    what: 'with a cause and a state',
    path: '?cause=Answered+429,+too+busy&state=missing',
    limitMs,
  },
  { what: 'with a number', path: `?${search('082 555 0042')}`, limitMs: searchMs },
  { what: 'with three characters', path: `?${search('777')}`, limitMs: searchMs },
  { what: 'with words', path: `?${search('dealer 17 durban')}`, limitMs: searchMs },
]

const SUMMARIES = (limitMs: number): Question[] => [
  { what: 'choices of companies', path: '/choices?filter=company', limitMs },
  {
    what: 'choices of causes in a search',
    path: `/choices?filter=cause&${search('durban')}`,
    limitMs,
  },
  { what: 'groups by receiver', path: `/groups?starts=${STARTS}`, limitMs },
  {
    what: 'groups by company in a search',
    path: `/groups?by=company&${search('durban')}`,
    limitMs,
  },
  { what: 'the chart', path: `/chart?starts=${STARTS}`, limitMs },
]

const WITH_SETTINGS: Question[] = [
  { what: 'groups by receiver', path: `/groups?starts=${STARTS}`, limitMs: 150 },
  { what: 'groups by company', path: `/groups?by=company&starts=${STARTS}`, limitMs: 150 },
  { what: 'choices of receivers', path: '/choices?filter=receiver', limitMs: 150 },
  { what: 'the states of receivers', endpoint: '/gateway/receivers/all', path: '?', limitMs: 300 },
]

const SIZES = [
  { events: 100_000, kind: 'failed events', questions: [...LISTS(150, 150), ...SUMMARIES(150)] },
  {
    events: 100_000,
    kind: 'failed events of receivers in Settings, with failed replays and several events per call',
    fill: fillSettingsAndReplays,
    questions: WITH_SETTINGS,
  },
  { events: 1_000_000, kind: 'failed events', questions: LISTS(500, 1_000) },
]

/**
 * Measures how long the gateway takes to search, filter, sort, count and group its copy of 100,000 and of 1,000,000
 * failed events of one account, on PostgreSQL with the settings of the embedded one.
 */
export function events(say: (sentence: string) => void): Promise<Findings> {
  return withPostgres(createDatabase =>
    oneAfterTheOther(SIZES, async ({ events: size, kind, fill, questions }) => {
      const count = scaled(size)
      const url = await createDatabase()
      const database = await openDatabase({ url })
      const { token } = await addPartner(database, 'bench')
      const server = await runRedial(settingsOnPostgres(url))
      try {
        const ask = async ({
          endpoint = '/gateway/events',
          path,
        }: Pick<Question, 'endpoint' | 'path'>): Promise<number> => {
          const begun = performance.now()
          const response = await fetch(
            `${server.url}${endpoint}${path}${path.endsWith('?') ? '' : '&'}${COPIED_RANGE}`,
            { headers: { authorization: `Token ${token}` } },
          )
          const text = await response.text()
          if (response.status !== 200) throw new Error(`${response.status} ${text}`)
          return performance.now() - begun
        }
        await ask({ path: '?' })
        say(`copying ${count.toLocaleString('en')} events`)
        await fillCopiedEvents(database.db, count)
        await fill?.(database.db)
        const findings: Findings = { measurements: [], notes: [] }
        for (const question of questions) {
          say(question.what)
          await ask(question)
          const samples: number[] = []
          for (let round = 0; round < ROUNDS; round++) samples.push(await ask(question))
          findings.measurements.push(
            line(question, `${count.toLocaleString('en')} ${kind}`, samples),
          )
          findings.notes.push(`${question.what}: median ${Math.round(median(samples))} ms`)
        }
        return findings
      } finally {
        await server.kill('SIGTERM')
        await database.close()
      }
    }),
  )
}

function line({ what, limitMs }: Question, of: string, samples: number[]): Measurement {
  const value = percentile(samples, 95)
  return {
    what: `${of}: ${what} (95th percentile)`,
    measured: `${Math.round(value)} ms (of ${samples.length})`,
    limit: `at most ${limitMs} ms`,
    reached: value <= limitMs,
  }
}
