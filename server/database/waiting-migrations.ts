import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Schema } from './schema.ts'

/**
 * Which migration has to have run this many days before, so that processes of versions without it are
 * gone.
 */
export type WaitsFor = { migration: string; days: number }

/**
 * The migrations that may not run yet. On a database that nobody has used, none waits: no process of an
 * earlier version can be running there.
 */
export async function waitingMigrations(
  db: Kysely<Schema>,
  migrations: Record<string, Migration & { waitsFor?: WaitsFor }>,
): Promise<Set<string>> {
  const waiting = Object.entries(migrations).flatMap(([name, { waitsFor }]) =>
    waitsFor === undefined ? [] : [{ name, ...waitsFor }],
  )
  if (waiting.length === 0 || !(await isUsed(db))) return new Set()
  const { rows } = await sql<{ name: string }>`
    select waiting.name from unnest(
      ${waiting.map(({ name }) => name)}::text[],
      ${waiting.map(({ migration }) => migration)}::text[],
      ${waiting.map(({ days }) => days)}::integer[]
    ) as waiting (name, migration, days)
    left join kysely_migration as ran on ran.name = waiting.migration
    where ran.name is null
      or ran.timestamp::timestamptz > now() - make_interval(days => waiting.days)
  `.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function isUsed(db: Kysely<Schema>): Promise<boolean> {
  if (!(await hasTable(db, 'kysely_migration')) || !(await hasTable(db, 'partner'))) return false
  const { rows } = await sql`select from partner limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a table is there, whatever its rows. */
export async function hasTable(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${table}) is not null as found
  `.execute(db)
  return rows[0]?.found ?? false
}
