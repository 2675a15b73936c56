// Long: two processes under load, one frozen for seconds.
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { copyTemplate } from '../testing/postgres.ts'
import { clockOffByAnHour, holdLock } from './testing/faults.ts'
import { NOTHING_WRONG, startLoad } from './testing/start-load.ts'

// faults.long.ts has each fault alone, for as long as such a fault may last.
test('two processes lose no event and send none twice: their clocks differ by an hour, a table is locked, one is frozen', async () => {
  const { url, drop } = await copyTemplate(inject('postgresUrl'))
  const load = await startLoad({
    database: { url },
    processes: [{}, clockOffByAnHour()],
    timings: { signOfLifeMs: 100 },
  })
  try {
    const { database, servers } = load
    await load.morePosts(20)
    const lock = await holdLock(database, 'delivery')
    await lock.waitedFor(3)
    await lock.release()
    await load.morePosts(20)
    servers[0]?.process.kill('SIGSTOP')
    await load.moreReports(5)
    servers[0]?.process.kill('SIGCONT')
    await load.morePosts(20)

    const account = await load.account()
    expect(account).toMatchObject(NOTHING_WRONG)
    expect(account.delivered).toBeGreaterThan(0)
    expect(account.failed).toBeGreaterThan(0)
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from job_queue.job
      where name like 'delivery%' and state < 'completed'
    `.execute(database.db)
    expect(rows).toEqual([{ count: 0 }])
  } finally {
    await load.close()
    await drop()
  }
}, 60_000)
