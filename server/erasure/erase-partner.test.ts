import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { addPartner } from '../testing/test-service.ts'
import { erasePartner } from './erase-partner.ts'
import { addReplays } from './testing/erasure-data.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

test('erasing a partner deletes from each table that has rows of accounts', async () => {
  const { db } = database
  const { id } = await addPartner(database, 'P-1')
  await addReplays(database, [id])
  const tables = await tablesOfAccounts()
  await sql`create table deletion (name text not null)`.execute(db)
  await sql`
    create function note_deletion() returns trigger language plpgsql as
    'begin insert into deletion values (tg_table_name); return null; end'
  `.execute(db)
  for (const table of tables) {
    await sql`
      create trigger deletion after delete on ${sql.table(table)} execute function note_deletion()
    `.execute(db)
  }
  const { signal } = new AbortController()
  const removal = { db, batchSize: 100, wait: async () => {}, signal }
  await erasePartner(removal, { id, reference: 'P-1', removed_at: null })
  const { rows } = await sql<{ name: string }>`
    select distinct name from deletion order by name
  `.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(tables)
})

async function tablesOfAccounts(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('service', 'account')
    group by table_name having count(*) = 2 order by table_name
  `.execute(database.db)
  return rows.map(({ name }) => name)
}
