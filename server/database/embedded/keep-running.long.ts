// Long: PostgreSQL is killed and started again.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../testing/eventually.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmasterFile } from './running-postgres.ts'
import { query } from './testing/query.ts'

const folder = testFolder()
const running = () => readPostmasterFile(join(folder, 'postgresql'))

/** Starts PostgreSQL and collects its log. */
async function start(options: EmbeddedOptions) {
  const logged: unknown[] = []
  const log = (...words: unknown[]) => void logged.push(...words)
  const logger = { error: log, warn: log }
  return { logged, ...(await startEmbeddedPostgres(folder, { ...options, logger })) }
}

const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )

/** Kills the PostgreSQL process that executes the statement. */
async function killWhile(statement: string, url: string): Promise<void> {
  const broken = expect(query(url, statement)).rejects.toThrow()
  const working = "select pid from pg_stat_activity where query like '%sleep%' and state = 'active'"
  const others = `${working} and pid <> pg_backend_pid()`
  await eventually(async () => (await query(url, others)).length > 0)
  const [found] = await query(url, others)
  process.kill(z.object({ pid: z.number() }).parse(found).pid, 'SIGKILL')
  await broken
  await eventually(() => answers(url))
}

test('PostgreSQL is restarted after a kill, and the log contains no row and no statement', async () => {
  const postgres = await start({ restartAfterMs: 1 })
  await query(postgres.url, "create table person (phone text unique check (phone > '0'))")
  const insert = "insert into person values ('27825550147')"
  await query(postgres.url, insert)
  for (const wrong of [insert, `${insert} garbage`, "insert into person values ('+2782555')"]) {
    await expect(query(postgres.url, wrong)).rejects.toThrow()
  }
  await killWhile("select '27825550147' as phone, pg_sleep_for('1 hour') as person", postgres.url)

  const first = running()?.pid ?? 0
  process.kill(first, 'SIGKILL')
  await eventually(() => answers(postgres.url))
  expect(running()?.pid).not.toBe(first)
  expect(await query(postgres.url, 'select count(*) from person')).toEqual([{ count: '1' }])
  await postgres.close()

  const [said] = postgres.logged
  expect(said).toMatch(/started again: ended by SIGKILL.*terminated by signal 9/)
  expect(JSON.stringify(postgres.logged)).not.toMatch(/2782555|person/)
})

test('a stop during the pause before a restart prevents the restart', async () => {
  const postgres = await start({ restartAfterMs: 2 ** 31 - 1 })
  process.kill(running()?.pid ?? 0, 'SIGKILL')
  await eventually(() => postgres.logged.length > 0)
  await postgres.close()
  expect(await answers(postgres.url)).toBe(false)
})

test('a stop during a restart stops the new process', async () => {
  const postgres = await start({ restartAfterMs: 1 })
  const first = running()?.pid ?? 0
  process.kill(first, 'SIGKILL')
  await eventually(() => running()?.pid !== first)
  await postgres.close()
  expect(running()).toBeNull()
})
