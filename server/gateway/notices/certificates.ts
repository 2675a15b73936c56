import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { ReceiverTester } from '../../webhooks/http/test-receiver.ts'
import type { Seen } from './judge.ts'

/** How many certificates are examined after a look, and how often each. */
const AT_A_TIME = 5
const EVERY_MS = 24 * 60 * 60_000

/** The ends of certificates, as far as they have been examined. */
export async function storedCertificates(
  db: Kysely<Schema>,
  hosts: string[],
): Promise<Seen['certificates']> {
  const rows = await rowsOf(db, hosts)
  return rows.flatMap(({ receiver, valid_until: until }) => (until ? [{ receiver, until }] : []))
}

/** Examines a few certificates that were not examined today. Whoever doesn't answer takes its time. */
export async function examineCertificates(
  { db, testReceiver }: { db: Kysely<Schema>; testReceiver: ReceiverTester },
  hosts: string[],
  now: Date,
): Promise<void> {
  const rows = await rowsOf(db, hosts)
  // A clock that was set back makes them old, too.
  const isFresh = (at: Date) => Math.abs(now.getTime() - at.getTime()) < EVERY_MS
  const fresh = new Set(rows.flatMap(row => (isFresh(row.checked_at) ? row.receiver : [])))
  const old = hosts.filter(host => !fresh.has(host)).slice(0, AT_A_TIME)
  await Promise.all(
    old.map(async receiver => {
      const { certificate_valid_until: valid_until } = await testReceiver(`https://${receiver}/`)
      const row = { receiver, checked_at: now, valid_until }
      await db
        .insertInto('receiver_certificate')
        .values(row)
        .onConflict(conflict => conflict.column('receiver').doUpdateSet(row))
        .execute()
    }),
  )
}

function rowsOf(db: Kysely<Schema>, hosts: string[]) {
  return db
    .selectFrom('receiver_certificate')
    .selectAll()
    .where(sql<boolean>`receiver = any(${hosts}::text[])`)
    .execute()
}
