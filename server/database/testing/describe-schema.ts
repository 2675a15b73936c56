import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Everything in our schema that a migration can change, as sorted lines of text. */
export async function describeSchema(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select oid, relname, reloptions, relpartbound from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    )
    select line from (
      select format('table %s %s %s %s', relname, reloptions, pg_get_partkeydef(oid),
        pg_get_expr(relpartbound, oid)) as line
      from ours
      union all
      select format('column %s.%s %s %s %s %s %s', relname, attname,
        format_type(atttypid, atttypmod), attnotnull, attidentity, attstorage,
        pg_get_expr(adbin, adrelid))
      from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      union all
      select format('index %s valid %s', pg_get_indexdef(indexrelid), indisvalid)
      from ours join pg_index on indrelid = ours.oid
      union all
      select format('constraint %s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from ours join pg_constraint on conrelid = ours.oid
      -- The columns say what is not null. These names depend on the release of PostgreSQL.
      where contype <> 'n'
      union all
      select format('function %s', pg_get_functiondef(oid)) from pg_proc
      where pronamespace = 'public'::regnamespace
      union all
      select format('sequence %s', relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S'
    ) as described order by line
  `.execute(db)
  return rows.map(({ line }) => line)
}
