import { Kysely } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { execute } from '../testing/postgres.ts'
import { openDatabase } from './database.ts'
import { MIGRATION_LIMITS } from './database-limits.ts'
import { LimitedDialect } from './limited-dialect.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { newestMigrations } from './testing/load-version.ts'

test('processes that start together create the tables once, with transaction locks only', async () => {
  const server = inject('postgresUrl')
  const name = `migrate_${process.pid}`
  await execute(server, `create database ${name}`)
  onTestFinished(() => execute(server, `drop database ${name} with (force)`))
  const url = `${server}${name}`

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

test('the database of the version before the newest migration is kept', () => {
  const kept = newestMigrations()
  const names = Object.keys(MIGRATIONS)
  // Of a missing one, the next migration has no proof. versions/README.md says how to add it.
  const missing = names.filter(name => !kept.has(name))
  expect(missing).toEqual(names.slice(-1))
})
