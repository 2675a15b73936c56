import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Settings that all processes on a database have to agree on, as the database was used with them.
  await sql`
    create table used_setting (
      service text not null,
      name text not null,
      value text not null,
      at timestamptz not null default now(),
      primary key (service, name)
    )
  `.execute(db)
}
