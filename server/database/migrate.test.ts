import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../testing/empty-database.ts'
import { runCommand } from '../testing/run-redial.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { MIGRATION_LIMITS } from './database-limits.ts'
import { LimitedDialect } from './limited-pool.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

test('processes that start together create the tables once, with transaction locks only', async () => {
  const url = await createEmptyDatabase()
  const statements: string[] = []
  const logged = new Kysely<Schema>({
    dialect: new LimitedDialect(url, MIGRATION_LIMITS),
    log: ({ query }) => void statements.push(query.sql),
  })
  onTestFinished(() => logged.destroy())
  const [one, other] = await Promise.all([
    openDatabase({ url }),
    openDatabase({ url }),
    migrate(logged),
  ])
  for (const database of [one, other]) {
    expect(await database.db.selectFrom('partner').selectAll().execute()).toEqual([])
    await database.close()
  }
  expect(statements.join('\n')).toContain('pg_advisory_xact_lock')
  for (const statement of statements) {
    expect(statement).not.toMatch(/pg_advisory_(un)?lock|^\s*set (?!local)/i)
  }
})

const plan = (command: 'plan' | 'run', url: string) =>
  runCommand(['server/commands/migrate.ts', command], {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
  })

test('the plan lists the migrations that would run, and changes nothing', async () => {
  const url = await createEmptyDatabase()
  for (const _ of [1, 2]) {
    const { code, output } = await plan('plan', url)
    expect(code).toBe(0)
    expect(output).toContain(
      `1 migration would run, each in its own transaction:\n\n0001-tables\n  Creates the tables.\n  Stops nobody.\n`,
    )
  }
})

test('a plan after the migrations have run is empty', async () => {
  const url = await createEmptyDatabase()
  expect((await plan('run', url)).output).toBe(`Ran ${Object.keys(MIGRATIONS).join(', ')}.\n`)
  expect((await plan('plan', url)).output).toBe(
    'The database is up to date. Nothing would change.\n',
  )
})

test('a database from before the first release is refused with a sentence', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  await sql`alter table replay_run drop column renewed_at`.execute(database.db)
  await expect(openDatabase({ url: database.url })).rejects.toThrow(
    /from before the first release made this database.*set DATA_DIR to an empty folder/,
  )
})

test('this version starts on a database that a newer version has migrated', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  await sql`insert into kysely_migration values ('9999-newer', '2027-01-01')`.execute(database.db)
  await (await openDatabase({ url: database.url })).close()
})
