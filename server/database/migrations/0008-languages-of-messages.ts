import { type Kysely, sql } from 'kysely'

export const does = 'Adds the language of messages to follow-ups.'

export const stopsAll = ['follow_up']

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table follow_up add column language text`.execute(db)
}
