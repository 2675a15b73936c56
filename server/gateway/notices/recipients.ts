import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type FailureContact,
  type NoticeChoices,
  type NoticeChoicesChange,
  type OutboxMessage,
  USUAL_CHOICES,
} from '../../../contract/notices/notice.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'
import type { Seals } from '../session/seals.ts'
import { type Recipient, sealWebhook } from './outbox.ts'

/** More contacts than anybody enters by hand, and more messages than anybody reads. */
export const MAX_CONTACTS = 200
const MAX_MESSAGES = 50

/** A person is a name with a token: colleagues may share the token. */
export async function findPerson(db: Kysely<Schema>, owner: Owner): Promise<Recipient | undefined> {
  return db.selectFrom('notice_recipient').selectAll().where(isPerson(owner)).executeTakeFirst()
}

/** The choices of a person, or the usual ones. */
export function choicesOf(person: Recipient | undefined): NoticeChoices {
  if (person === undefined) return USUAL_CHOICES
  const { email, topics, schedule, daily_at, quiet, snoozed } = person
  return { email, topics, schedule, daily_at, quiet, snoozed }
}

/** The newest notice of an account. Whoever chooses to be told from now on is not told what was before. */
async function newestNotice(db: Kysely<Schema>, { service, account }: Owner): Promise<number> {
  const row = await db
    .selectFrom('notice')
    .select(eb => eb.fn.max('id').as('id'))
    .where('service', '=', service)
    .where('account', '=', account)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** The person's row, made if there is none. */
export async function requirePerson(
  trx: Transaction<Schema>,
  owner: Owner,
  { origin, now }: { origin: string; now: Date },
): Promise<Recipient> {
  const { service, account, tokenKey: made_by, who } = owner
  const { email: _, ...choices } = USUAL_CHOICES
  await trx
    .insertInto('notice_recipient')
    .values({
      ...{ service, account, made_by, who: who ?? '', origin },
      ...choices,
      topics: JSON.stringify(choices.topics),
      quiet: null,
      snoozed: '[]',
      told_until: await newestNotice(trx, owner),
      visited_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('notice_recipient')
    .selectAll()
    .where(isPerson(owner))
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** @param change `webhook` is a URL that the address guard allows */
export async function setChoices(
  trx: Transaction<Schema>,
  seals: Seals,
  owner: Owner,
  { webhook, email, topics, schedule, daily_at, quiet, snoozed }: NoticeChoicesChange,
  request: { origin: string; now: Date },
): Promise<void> {
  const person = await requirePerson(trx, owner, request)
  const hadNone = person.email === null && person.webhook === null
  await trx
    .updateTable('notice_recipient')
    .set({
      ...{ email, schedule, daily_at, origin: request.origin, visited_at: request.now },
      topics: JSON.stringify(topics),
      quiet: quiet && JSON.stringify(quiet),
      snoozed: JSON.stringify(snoozed),
      ...(hadNone && { told_until: await newestNotice(trx, owner) }),
      // Whoever saves an address wants messages there, although they stopped them before.
      unsubscribed_at: null,
      ...(webhook !== undefined && {
        webhook: webhook === null ? null : sealWebhook(seals, person.id, webhook),
        webhook_host: webhook === null ? null : new URL(webhook).host,
      }),
    })
    .where('id', '=', person.id)
    .execute()
}

/** The person has seen the notices up to this one. */
export async function noteSeen(
  trx: Transaction<Schema>,
  owner: Owner,
  id: number,
  request: { origin: string; now: Date },
): Promise<void> {
  const person = await requirePerson(trx, owner, request)
  await trx
    .updateTable('notice_recipient')
    .set({ seen_until: sql`greatest(seen_until, ${id}::bigint)`, visited_at: request.now })
    .where('id', '=', person.id)
    .execute()
}

/** Sets the failure contact of a company, which has to confirm the address. */
export async function setContact(
  trx: Transaction<Schema>,
  owner: Owner,
  { company, email }: { company: string; email: string },
  { origin, now }: { origin: string; now: Date },
): Promise<Recipient> {
  const { service, account, tokenKey: made_by, who } = owner
  const contact = {
    ...{ made_by, who: who ?? '', email, origin, visited_at: now },
    confirmed_at: null,
    unsubscribed_at: null,
    told_until: await newestNotice(trx, owner),
  }
  const { email: _, ...choices } = USUAL_CHOICES
  return trx
    .insertInto('notice_recipient')
    .values({
      ...{ service, account, company },
      ...choices,
      topics: JSON.stringify(choices.topics),
      quiet: null,
      snoozed: '[]',
      ...contact,
    })
    .onConflict(conflict =>
      conflict
        .columns(['service', 'account', 'company'])
        .where('company', 'is not', null)
        .doUpdateSet(contact),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeContact(
  trx: Transaction<Schema>,
  { service, account }: Owner,
  id: string,
): Promise<string | null> {
  const row = await trx
    .deleteFrom('notice_recipient')
    .where('service', '=', service)
    .where('account', '=', account)
    .where('id', '=', id)
    .where('company', 'is not', null)
    .returning('company')
    .executeTakeFirst()
  return row?.company ?? null
}

export async function listContacts(
  db: Kysely<Schema>,
  { service, account }: Owner,
): Promise<FailureContact[]> {
  const rows = await db
    .selectFrom('notice_recipient')
    .select(['id', 'company', 'email', 'who', 'confirmed_at', 'unsubscribed_at'])
    .where('service', '=', service)
    .where('account', '=', account)
    .where('company', 'is not', null)
    .orderBy('company')
    .execute()
  return rows.map(({ id, company, email, who, confirmed_at, unsubscribed_at }) => ({
    ...{ id, company: company ?? '', email: email ?? '', who: who || null },
    state:
      unsubscribed_at !== null ? 'stopped' : confirmed_at === null ? 'unconfirmed' : 'confirmed',
  }))
}

/** The latest messages to a person and to the account's contacts. */
export async function listMessages(
  db: Kysely<Schema>,
  { service, account, tokenKey, who }: Owner,
  timeZone: string,
): Promise<OutboxMessage[]> {
  const rows = await db
    .selectFrom('notice_message')
    .innerJoin('notice_recipient', 'notice_recipient.id', 'recipient_id')
    .selectAll('notice_message')
    .select(['email', 'webhook_host'])
    .where('service', '=', service)
    .where('account', '=', account)
    .where(({ or, and, eb }) =>
      or([eb('company', 'is not', null), and({ made_by: tokenKey, who: who ?? '' })]),
    )
    .orderBy('at', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
  return rows.map(({ id, subject, channel, email, webhook_host, state, attempts, ...row }) => ({
    ...{ id, subject, state, attempts, error: row.error },
    to: (channel === 'email' ? email : webhook_host) ?? '',
    at: stampIn(row.at, timeZone),
    next_at: state === 'waiting' && row.next_at ? stampIn(row.next_at, timeZone) : null,
  }))
}

/** The token of these people is no longer accepted, so they are told nothing more. */
export async function forgetPeople(
  db: Kysely<Schema>,
  { service, account, tokenKey }: Pick<Owner, 'service' | 'account' | 'tokenKey'>,
): Promise<void> {
  await db
    .deleteFrom('notice_recipient')
    .where('service', '=', service)
    .where('account', '=', account)
    .where('made_by', '=', tokenKey)
    .where('company', 'is', null)
    .execute()
}

function isPerson({ service, account, tokenKey, who }: Owner) {
  return sql<boolean>`service = ${service} and account = ${account} and company is null
    and made_by = ${tokenKey} and who = ${who ?? ''}`
}

/** A person has Redial open. */
export async function noteVisit(db: Kysely<Schema>, owner: Owner, now: Date): Promise<void> {
  await db
    .updateTable('notice_recipient')
    .set({ visited_at: now })
    .where(isPerson(owner))
    .where('visited_at', '<', new Date(now.getTime() - 60 * 60_000))
    .execute()
}
