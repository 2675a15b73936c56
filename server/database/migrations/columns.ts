import type { Generated, GeneratedAlways } from 'kysely'

/** A column whose type doesn't follow from its SQL. */
type Column<Type> = { ddl: string; type?: Type }

export function column<Type>(ddl: string): Column<Type> {
  return { ddl }
}

/** Keys for a table's constraints and storage options. */
export const CONSTRAINTS = Symbol('constraints')
export const STORAGE = Symbol('storage')

/** A table's columns, each as SQL, such as 'bigint not null'. */
type Table = Record<string, string | Column<unknown>> & {
  [CONSTRAINTS]?: string
  [STORAGE]?: string
}

type Tables = Record<string, Table>

/** What belongs to an account of a service (docs/decisions/0038). */
export const OF_ACCOUNT = { service: 'text not null', account: 'text not null' } as const

export function statementsFor(tables: Tables): string[] {
  return Object.entries(tables).map(([name, table]) => {
    const columns = Object.entries(table).map(
      ([column, ddl]) => `${column} ${typeof ddl === 'string' ? ddl : ddl.ddl}`,
    )
    const parts = [...columns, ...(table[CONSTRAINTS] ? [table[CONSTRAINTS]] : [])]
    const storage = table[STORAGE] === undefined ? '' : ` with (${table[STORAGE]})`
    return `create table ${name} (${parts.join(', ')})${storage}`
  })
}

/** The tables as Kysely sees them. */
export type TypesOf<Definitions extends Tables> = {
  -readonly [Table in keyof Definitions]: {
    -readonly [Name in keyof Definitions[Table] & string]: TypeOf<Definitions[Table][Name]>
  }
}

type TypeOf<Definition> =
  Definition extends Column<infer Type>
    ? Type
    : Definition extends `${string} generated always ${string}`
      ? GeneratedAlways<ValueOf<Definition>>
      : Definition extends `${string} default ${string}` | `${string} generated ${string}`
        ? Generated<ValueOf<Definition>>
        : ValueOf<Definition>

type ValueOf<Definition> =
  | NotNull<Definition>
  | (Definition extends `${string}not null${string}` | `${string}primary key${string}`
      ? never
      : null)

/** As pg returns it: see limited-pool.ts. */
type NotNull<Definition> = Definition extends `${'text' | 'uuid' | 'date'}${string}`
  ? string
  : Definition extends `${'bigint' | 'integer' | 'smallint' | 'double precision'}${string}`
    ? number
    : Definition extends `timestamptz${string}`
      ? Date
      : Definition extends `boolean${string}`
        ? boolean
        : Definition extends `bytea${string}`
          ? Buffer
          : unknown
