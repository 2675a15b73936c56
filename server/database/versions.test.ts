import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../testing/eventually.ts'
import { runCommand } from '../testing/run-redial.ts'
import { startAppHere } from '../testing/start-test-app.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { migrateDatabase, openDatabase } from './database.ts'
import { MIGRATIONS } from './migrate.ts'
import { describeSchema } from './testing/describe-schema.ts'
import { letMigrationsRun, loadVersion, migrationsOf, VERSIONS } from './testing/load-version.ts'

/** What migrations change in rows that were there: cancelled runs are corrected (0011). */
const CORRECTED = new Set(['replay_run.open_items', 'replay_run.finished_at'])

type Rows = Record<string, Record<string, unknown>[]>

async function open(version: string | null): Promise<string> {
  const { url, drop } = await loadVersion(version)
  onTestFinished(drop)
  return url
}

/** All rows of our tables, without what migrations correct. */
async function readRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const Tables = z.array(z.object({ tablename: z.string() }))
  const Json = z.array(z.object({ row: z.record(z.string(), z.unknown()) }))
  try {
    const { rows } = await client.query(
      `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
    )
    const all: Rows = {}
    for (const { tablename } of Tables.parse(rows)) {
      const { rows } = await client.query(
        `select to_jsonb(t) as row from ${tablename} t order by t::text collate "C"`,
      )
      all[tablename] = Json.parse(rows).map(({ row }) =>
        Object.fromEntries(
          Object.entries(row).filter(([column]) => !CORRECTED.has(`${tablename}.${column}`)),
        ),
      )
    }
    return all
  } finally {
    await client.end()
  }
}

/** The rows that existed before the migration. */
function asBefore(after: Rows, before: Rows): Rows {
  return Object.fromEntries(
    Object.entries(before).map(([table, rows]) => {
      const columns = Object.keys(rows[0] ?? {})
      const kept = (after[table] ?? []).map(row =>
        Object.fromEntries(columns.map(column => [column, row[column]])),
      )
      return [table, rows.length === 0 ? [] : kept]
    }),
  )
}

const byText = (rows: Rows) =>
  Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [
      table,
      all.map(row => JSON.stringify(row)).toSorted(),
    ]),
  )

test.each(VERSIONS)(
  'a database as %s left it becomes like a new one, with all its rows',
  async version => {
    const url = await open(version)
    const before = await readRows(url)
    expect(before.delivery?.length).toBe(3)
    expect(before.replay_item?.length).toBe(2)
    const database = await openDatabase({ url })
    const fresh = await openTestDatabase()
    try {
      await letMigrationsRun(url)
      const waited = ['0028-partitions'].filter(name => !migrationsOf(version).has(name))
      expect(await migrateDatabase(url)).toEqual(waited)
      expect(await describeSchema(database.db)).toEqual(await describeSchema(fresh.db))
    } finally {
      await fresh.close()
      await database.close()
    }
    expect(byText(asBefore(await readRows(url), before))).toEqual(byText(before))
  },
)

test('the deliveries that wait in the first of these databases are attempted again', async () => {
  const url = await open('e647a74')
  const folder = mkdtempSync(join(tmpdir(), 'redial-versions-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = await startAppHere({ DATA_DIR: folder, DEMO: 'off' }, { databaseUrl: url })
  try {
    const attempts = () =>
      app.database.db
        .selectFrom('delivery')
        .select('attempts')
        .where('call_id', '=', 7001)
        .where('attempts', '>', 1)
        .execute()
    await eventually(async () => (await attempts()).length === 2)
  } finally {
    await app.close()
  }
})

const plan = (command: string, url: string) =>
  runCommand(['server/commands/migrate.ts', command], {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
  })

test('the plan names each migration and what it stops, and changes nothing', async () => {
  const url = await open('b32f46e')
  const before = await readRows(url)
  const { code, output } = await plan('plan', url)
  expect(code).toBe(0)
  expect(output).toMatch(
    /^\d+ migrations would run, each in a transaction of its own:\n\n0020-used/,
  )
  expect(output).toMatch(/0020-used-settings\n {2}Creates the table .*\n {2}Stops nobody\.\n/)
  expect(output).toMatch(
    /Takes a moment, in which nobody reads or writes partner, tracking_number\./,
  )
  expect(output).toContain('  Before, it builds tracked_call_by_end, which stops nobody.\n')
  expect(output).toMatch(
    /\nLater: 0028-partitions\n {2}Divides deliveries .*\n.*\n {2}It waits for/,
  )
  expect(await readRows(url)).toEqual(before)
  expect((await plan('plan', url)).output).toBe(output)

  const ran = await plan('run', url)
  expect(ran.output).toMatch(/^Ran 0020-used-settings, .*0023-expiring-tokens.*\.\n$/)
  expect((await plan('plan', url)).output).toMatch(
    /^The database is up to date\. Nothing would change\.\n\nLater: 0028-partitions\n/,
  )
}, 120_000)

test('the plan of a new database has all migrations', async () => {
  const { output } = await plan('plan', await open(null))
  expect(output).toContain(`${Object.keys(MIGRATIONS).length} migrations would run`)
  for (const name of Object.keys(MIGRATIONS)) expect(output).toContain(`\n${name}\n  `)
})
