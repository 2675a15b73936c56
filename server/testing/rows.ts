import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import type { Schema } from '../database/schema.ts'

/* What tests read from tables and write into them, without the code that they test. */

type Table = keyof Schema
type Row<T extends Table> = Selectable<Schema[T]>
/** Equal to the value, or to one of several. */
type Where<T extends Table> = { [Column in keyof Row<T>]?: Row<T>[Column] | Row<T>[Column][] }
type Changes<T extends Table> = { [Column in keyof Row<T>]?: Row<T>[Column] | RawBuilder<unknown> }

/** The rows that match, by default with all columns. They are in the order of the first named column. */
export async function rowsOf<T extends Table, Column extends keyof Row<T> = keyof Row<T>>(
  db: Kysely<Schema>,
  table: T,
  where: Where<T> = {},
  ...columns: (Column & string)[]
): Promise<Pick<Row<T>, Column>[]> {
  const [first] = columns
  const selected = first === undefined ? sql`*` : sql.join(columns.map(column => sql.ref(column)))
  const order = first === undefined ? sql`` : sql`order by ${sql.ref(first)}`
  const query = sql<Pick<Row<T>, Column>>`
    select ${selected} from ${sql.table(table)} where ${matching(where)} ${order}
  `
  return (await query.execute(db)).rows
}

/** The only row that matches. */
export async function onlyRow<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  where: Where<T> = {},
): Promise<Row<T>> {
  const query = sql<Row<T>>`select * from ${sql.table(table)} where ${matching(where)}`
  const [row, other] = (await query.execute(db)).rows
  if (row === undefined || other !== undefined) throw new Error(`Not one row of ${table} matches`)
  return row
}

/** Adds rows, and returns them with all columns. */
export async function addRows<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  ...added: Insertable<Schema[T]>[]
): Promise<Row<T>[]> {
  const columns = [...new Set(added.flatMap(row => Object.keys(row)))]
  const valuesOf = (row: object) => {
    const values = new Map<string, unknown>(Object.entries(row))
    return columns.map(column => {
      const value = values.get(column)
      return value === undefined ? sql`default` : value
    })
  }
  const query = sql<Row<T>>`
    insert into ${sql.table(table)} (${sql.join(columns.map(column => sql.ref(column)))})
    values ${sql.join(added.map(row => sql`(${sql.join(valuesOf(row))})`))} returning *
  `
  return (await query.execute(db)).rows
}

/** Adds one row, and returns it with all columns. */
export async function addRow<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  added: Insertable<Schema[T]>,
): Promise<Row<T>> {
  const [row] = await addRows(db, table, added)
  if (row === undefined) throw new Error(`No row was added to ${table}`)
  return row
}

export async function setRows<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  where: Where<T>,
  changes: Changes<T>,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${matching(where)}`.execute(db)
}

function matching(where: object): RawBuilder<unknown> {
  const conditions = Object.entries(where).map(([column, value]) =>
    Array.isArray(value)
      ? sql`${sql.ref(column)} = any(${value})`
      : sql`${sql.ref(column)} = ${value}`,
  )
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** How many rows of a table PostgreSQL reads for some queries. */
export function rowsRead(
  db: Kysely<Schema>,
  table: Table,
  ask: (trx: Transaction<Schema>) => Promise<unknown>,
): Promise<number> {
  return db.transaction().execute(async trx => {
    // Includes what the connection has read before.
    const read = async () => {
      const { rows } = await sql<{ rows: number }>`
        select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = ${table}
      `.execute(trx)
      return rows[0]?.rows ?? 0
    }
    const before = await read()
    await ask(trx)
    return (await read()) - before
  })
}
