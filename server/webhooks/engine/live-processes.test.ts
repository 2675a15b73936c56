import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { eventually } from '../../testing/eventually.ts'
import { heldClock } from '../../testing/held-clock.ts'
import { setRows } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { LiveProcesses } from './live-processes.ts'

const open = closedAfterEach()
const EVERY_MS = 2_000

test('processes notice one another, until one leaves or stops sending heartbeats', async () => {
  const { db } = await open(openTestDatabase())
  const logger = pino({ level: 'silent' })
  const clocks = { one: heldClock(), two: heldClock() }
  const join = (who: keyof typeof clocks) =>
    LiveProcesses.join({ db, logger, wait: clocks[who].wait, everyMs: EVERY_MS })
  /** Sends one more heartbeat and waits until it is stored. */
  const sign = async (who: keyof typeof clocks) => {
    expect(await clocks[who].endWait()).toBe(EVERY_MS)
    await eventually(() => clocks[who].waiting() > 0)
  }
  const one = await join('one')
  expect(one.count()).toBe(1)

  // The second one gives the first one time to notice before it takes its share.
  const joining = join('two')
  expect(await clocks.two.endWait()).toBe(2 * EVERY_MS)
  const two = await joining
  expect(two.count()).toBe(2)
  await sign('one')
  expect(one.count()).toBe(2)

  // The second one is frozen: its heartbeat expires.
  await setRows(
    db,
    'worker_process',
    {},
    { alive_until: sql`clock_timestamp() - interval '1 second'` },
  )
  await sign('one')
  expect(one.count()).toBe(1)
  await sign('two')
  await sign('one')
  expect(one.count()).toBe(2)

  await two.leave()
  await sign('one')
  expect(one.count()).toBe(1)
  await one.leave()
  const { rows } = await sql`select 1 from worker_process`.execute(db)
  expect(rows).toEqual([])
})
