import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table block_note (
    id bigint generated always as identity primary key,
    service text not null,
    account text not null,
    context text not null,
    reference text not null,
    phone_numbers text[] not null,
    reason text,
    note text,
    until date,
    who text,
    at timestamptz
  )`,
  'create index block_note_of_entity on block_note (account, service, context, reference)',
]

export const does = 'Adds why, by whom and until when numbers are blocked.'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
