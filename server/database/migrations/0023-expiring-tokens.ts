import { type Kysely, sql } from 'kysely'

/** When a token expires; null for never. The version before ignores it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token add column expires_at timestamptz`.execute(db)
}
