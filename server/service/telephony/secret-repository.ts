import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** The secret that signs a tracking number's webhooks, and until when the previous one signs too. */
export type SecretRow = { secret: string; previous_secret_until: Date | null }

export function findSecret(
  db: Kysely<Schema>,
  phoneNumber: string,
): Promise<SecretRow | undefined> {
  return db
    .selectFrom('tracking_number')
    .select(['secret', 'previous_secret_until'])
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
}

/** Replaces the secret. The previous one keeps signing until then; the one before that stops. */
export function rotateSecret(
  db: Kysely<Schema>,
  phoneNumber: string,
  { secret, previous_secret_until }: SecretRow,
): Promise<SecretRow | undefined> {
  return db
    .updateTable('tracking_number')
    .set({ secret, previous_secret: sql`secret`, previous_secret_until })
    .where('phone_number', '=', phoneNumber)
    .returning(['secret', 'previous_secret_until'])
    .executeTakeFirst()
}
