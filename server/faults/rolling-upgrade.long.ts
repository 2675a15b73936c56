// Long: processes are replaced under load.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createToken } from '../service/tokens/tokens.ts'
import { eventually } from '../testing/eventually.ts'
import { copyTemplate } from '../testing/postgres.ts'
import { onlyRow } from '../testing/rows.ts'
import type { RunningRedial } from '../testing/run-redial.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { NOTHING_WRONG, startLoad } from './testing/start-load.ts'

/** A column that this version doesn't know, in a table that reports and attempts change. */
const MIGRATION = `
  '9999-rolling-upgrade': {
    does: 'Adds a column.',
    stopsAll: ['delivery'],
    up: async db => {
      await sql\`alter table delivery add column note text\`.execute(db)
    },
  },`

/** This version with a further migration. */
function makeNewerVersion(): string {
  const newer = join(folderOfTest(), 'newer')
  for (const part of ['contract', 'server', 'package.json']) {
    cpSync(part, join(newer, part), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(newer, 'node_modules'))
  const migrations = join(newer, 'server/database/migrate.ts')
  const last = "  '0001-tables': tables,"
  const source = readFileSync(migrations, 'utf8')
  expect(source).toContain(last)
  writeFileSync(migrations, source.replace(last, last + MIGRATION))
  return newer
}

type Load = Awaited<ReturnType<typeof startLoad>>

/** Stops a process as a load balancer has it stopped: it gets no more once it is not ready. */
async function takeOut(server: RunningRedial, urls: string[]): Promise<void> {
  server.process.kill('SIGTERM')
  await eventually(async () => (await fetch(`${server.url}/readyz`)).status === 503)
  urls.splice(urls.indexOf(server.url), 1)
  expect(await server.gone).toBe(0)
}

/** Reads a list and checks a caller at each ready process in turn. The result stops it, and returns the answers. */
async function pollInTurns({ urls, database, askSwitch }: Load) {
  const { id: partnerId } = await onlyRow(database.db, 'partner')
  const settings = { partnerId, label: 'poll', blocklistPermission: false }
  const authorization = `Token ${await createToken(database.db, settings)}`
  const check = { tracking_number: '27105550000', caller_number: '27825550000' }
  const answers = new Set<string>()
  let turn = 0
  let isOver = false
  const polling = eventually(async () => {
    const url = urls[turn % urls.length]
    const asked = await Promise.all([
      fetch(`${url}/v1/call_events_fail/`, { headers: { authorization } }),
      askSwitch(turn, 'callers/check/', check),
    ])
    for (const { url, status } of asked) answers.add(`${new URL(url).pathname} ${status}`)
    turn++
    return isOver
  })
  return async () => {
    isOver = true
    await polling
    return [...answers].toSorted()
  }
}

test('two processes are replaced by ones with a further migration: no request fails, and no event is lost', async () => {
  const newer = makeNewerVersion()
  const { url, drop } = await copyTemplate(inject('postgresUrl'))
  onTestFinished(drop)
  const load = await startLoad({ database: { url }, processes: [{}, {}] })
  onTestFinished(() => load.close())
  const stop = await pollInTurns(load)

  await load.moreReports(100)
  for (const one of [...load.servers]) {
    await takeOut(one, load.urls)
    // The first of them migrates the tables while the other earlier one works.
    await load.start(newer)
    await load.moreReports(100)
  }
  expect(await stop()).toEqual(['/telephony/v1/callers/check/ 200', '/v1/call_events_fail/ 200'])
  const account = await load.account()
  expect(load.reporter.problems).toEqual([])
  expect(account).toMatchObject(NOTHING_WRONG)
  expect(account.delivered).toBeGreaterThan(150)
  expect(account.failed).toBeGreaterThan(0)
  const { rows } = await sql`select note from delivery limit 1`.execute(load.database.db)
  expect(rows).toEqual([{ note: null }])
}, 300_000)
