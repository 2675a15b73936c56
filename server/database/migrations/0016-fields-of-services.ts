import { type Kysely, sql } from 'kysely'

const TABLES = [
  // How a foreign service names the fields of its failed events.
  `create table service_fields (
    service text not null,
    list text not null,
    map jsonb not null,
    source text not null,
    sample integer not null,
    who text,
    set_at timestamptz not null default now(),
    primary key (service, list)
  )`,
  // Hosts that Redial found in a field of a foreign service, and a person allowed replays to.
  `create table confirmed_receiver (
    service text not null,
    account text not null,
    receiver text not null,
    who text,
    at timestamptz not null default now(),
    primary key (service, account, receiver)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql.raw(table).execute(db)
}
