import { type Database, openDatabase } from '../server/database/database.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { createDatabase } from './create-database.ts'
import { type Findings, type Measurement, median, scaled } from './measurement.ts'
import { type Filled, fillYear } from './years/fill-years.ts'
import { type Dropped, measureDrop } from './years/measure-drop.ts'
import { type EngineTimes, measureEngine } from './years/measure-engine.ts'
import { type ListTimes, measureLists, REQUESTS } from './years/measure-lists.ts'
import { measureStart } from './years/measure-start.ts'

const FEW = 1_000_000
const MANY = 30_000_000

const LIST_LIMIT = 2
const ENGINE_LIMIT = 1.2
const DROP_LIMIT_MS = 1_000
const START_LIMIT_MS = 2_000

/** As on a machine of 24 GiB for PostgreSQL alone. The data is removed after the run. */
const SETTINGS = {
  ...{ max_connections: '400', shared_buffers: '4GB', maintenance_work_mem: '1GB' },
  ...{ fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ max_wal_size: '16GB', checkpoint_timeout: '1h', autovacuum: 'off' },
}

type Year = { database: Database; url: string; filled: Filled; numbers: Filled['numbers'] }

/**
 * Measures a year of deliveries in monthly partitions: 30,000,000 beside 1,000,000. One of a hundred failed
 * finally. Lists, claims and outcomes should cost the same, a month should go in a moment, and Redial should
 * start as quickly as on an empty database.
 */
export async function years(say: (sentence: string) => void): Promise<Findings> {
  const postgres = await startPostgres(SETTINGS)
  const open: Year[] = []
  try {
    const began = performance.now()
    for (const [name, total] of [
      ['few', scaled(FEW)],
      ['many', scaled(MANY)],
    ] as const) {
      const url = await createDatabase(postgres.url, name)
      const database = await openDatabase({ url })
      const filled = await fillYear(database, total, say)
      open.push({ database, url, filled, numbers: filled.numbers })
    }
    const filledS = Math.round((performance.now() - began) / 1_000)
    say(`filled within ${filledS} s; requesting lists`)
    const own = await measureLists(open, 'own')
    const busy = await measureLists(open, 'busy')
    say('claiming and settling')
    const engine = await measureEngine(open)
    say('dropping a month')
    const many = open.at(-1)
    if (many === undefined) throw new Error('There is no database')
    const dropped = await measureDrop(many.database)
    say('starting Redial')
    const starts = await measureStart(many.url)
    const counts = open.map(({ filled }) => filled)
    return {
      measurements: [
        ...lists(own, `${text(counts, 'failed')} listed`),
        ...lists(busy, `${text(counts, 'busyFailed')} listed`),
        ...engineMeasurements(engine),
        drop(dropped),
        start(starts),
      ],
      notes: [
        `filled ${scaled(FEW).toLocaleString('en')} and ${scaled(MANY).toLocaleString('en')} deliveries in ${filledS} s`,
        `beside the drop, a read and write of a delivery: median ${dropped.medianMs.toFixed(1)} ms, slowest ${dropped.slowestMs.toFixed(0)} ms`,
      ],
    }
  } finally {
    for (const { database } of open) await database.close()
    await postgres.stop()
  }
}

function text(filled: Filled[], which: 'failed' | 'busyFailed'): string {
  return filled.map(one => one[which].toLocaleString('en')).join(' and ')
}

function lists([few = [], many = []]: ListTimes[], which: string): Measurement[] {
  return REQUESTS.map((what, index) =>
    compare(`${what}, ${which}`, [few[index] ?? [], many[index] ?? []], LIST_LIMIT),
  )
}

function engineMeasurements([few, many]: EngineTimes[]): Measurement[] {
  return (['claim', 'settle'] as const).map(what =>
    compare(`${what} of 500 deliveries`, [few?.[what] ?? [], many?.[what] ?? []], ENGINE_LIMIT),
  )
}

/** The medians of samples beside few deliveries and beside many. */
function compare(what: string, [few, many]: [number[], number[]], limit: number): Measurement {
  const [before, after] = [median(few), median(many)]
  const ratio = after / before
  return {
    what: `${what}: beside 30,000,000 deliveries to beside 1,000,000 (median)`,
    measured: `${ratio.toFixed(2)} times (${after.toFixed(2)} to ${before.toFixed(2)} ms)`,
    limit: `at most ${limit} times`,
    reached: ratio <= limit,
  }
}

function drop({ deliveries, ms }: Dropped): Measurement {
  return {
    what: `Dropping a month of ${deliveries.toLocaleString('en')} deliveries`,
    measured: `${Math.round(ms)} ms`,
    limit: `under ${DROP_LIMIT_MS.toLocaleString('en')} ms`,
    reached: ms < DROP_LIMIT_MS,
  }
}

function start(times: number[]): Measurement {
  const ms = median(times)
  return {
    what: 'Start of Redial on 30,000,000 deliveries, until its screen is printed',
    measured: `${Math.round(ms)} ms (median of ${times.length}, slowest ${Math.round(Math.max(...times))} ms)`,
    limit: `under ${START_LIMIT_MS.toLocaleString('en')} ms`,
    reached: ms < START_LIMIT_MS,
  }
}
