import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type FailureContact,
  type NoticeChange,
  type NoticeChoices,
  type OutboxMessage,
  USUAL_CHOICES,
} from '../../../contract/notices/notice.ts'
import type { Schema } from '../../database/schema.ts'
import { requireAtMost } from '../require-at-most.ts'
import { isOfAccount, type Owner } from '../session/caller.ts'
import type { Seals } from '../session/seals.ts'
import { stamped } from '../stamped.ts'
import { type Recipient, webhookSeal } from './outbox.ts'

/** More contacts than anybody enters by hand, and more messages than anybody reads. */
const MAX_CONTACTS = 200
const MAX_MESSAGES = 50

/** A person is a name with a token: colleagues may share the token. */
export async function findPerson(db: Kysely<Schema>, owner: Owner): Promise<Recipient | undefined> {
  return db.selectFrom('notice_recipient').selectAll().where(isPerson(owner)).executeTakeFirst()
}

export function choicesOf(person: Recipient | undefined): NoticeChoices {
  if (person === undefined) return USUAL_CHOICES
  const { email, topics, schedule, daily_at, quiet } = person
  return { email, topics, schedule, daily_at, quiet }
}

/** When a request was made, and where links in messages to its person begin. */
type Moment = { origin: string; now: Date }

/** The columns of somebody who gets only what happens from now on. */
async function newRecipient(trx: Transaction<Schema>, owner: Owner, { origin, now }: Moment) {
  const { service, account, tokenKey: made_by, who } = owner
  const { schedule, daily_at, topics } = USUAL_CHOICES
  const newest = await trx
    .selectFrom('notice')
    .select(eb => eb.fn.max('id').as('id'))
    .where(isOfAccount(owner))
    .executeTakeFirst()
  return {
    ...{ service, account, made_by, who: who ?? '', origin, schedule, daily_at },
    topics: JSON.stringify(topics),
    snoozed: '[]',
    told_until: Number(newest?.id ?? 0),
    visited_at: now,
  }
}

/** More receivers than anybody snoozes by hand. */
const MAX_SNOOZED = 100

/**
 * Changes the person's row, which is added if there is none.
 *
 * @param change `webhook` is a URL that the address guard allows
 */
export async function changePerson(
  trx: Transaction<Schema>,
  seals: Seals,
  owner: Owner,
  { webhook, topics, quiet, snooze, seen_until, ...choices }: NoticeChange,
  moment: Moment,
): Promise<void> {
  const added = await newRecipient(trx, owner, moment)
  const { id, ...person } = await trx
    .insertInto('notice_recipient')
    .values(added)
    // Also locks and returns a row that is there already.
    .onConflict(conflict =>
      conflict
        .columns(['service', 'account', 'made_by', 'who'])
        .where('company', 'is', null)
        .doUpdateSet({ visited_at: moment.now }),
    )
    .returning(['id', 'email', 'webhook', 'snoozed'])
    .executeTakeFirstOrThrow()
  const otherSnoozes = person.snoozed.filter(({ receiver }) => receiver !== snooze?.receiver)
  const snoozed = snooze?.until ? [...otherSnoozes, snooze] : otherSnoozes
  await trx
    .updateTable('notice_recipient')
    .set({
      ...choices,
      snoozed: JSON.stringify(snoozed.slice(-MAX_SNOOZED)),
      ...(topics && { topics: JSON.stringify(topics) }),
      ...(quiet !== undefined && { quiet: quiet && JSON.stringify(quiet) }),
      ...(seen_until !== undefined && {
        seen_until: sql<number>`greatest(seen_until, ${seen_until}::bigint)`,
      }),
      ...(webhook !== undefined && {
        webhook: webhook ? seals.seal(webhook, webhookSeal(id)) : null,
        webhook_host: webhook ? new URL(webhook).host : null,
      }),
      // Whoever saves an address wants messages there, although they stopped them before.
      ...(choices.email !== undefined && { origin: moment.origin, unsubscribed_at: null }),
      ...(person.email === null && person.webhook === null && { told_until: added.told_until }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Sets the failure contact of a company, which has to confirm the address.
 *
 * @throws HttpError 409 if too many companies have one
 */
export async function setContact(
  trx: Transaction<Schema>,
  owner: Owner,
  { company, email }: { company: string; email: string },
  moment: Moment,
): Promise<Recipient> {
  const contact = {
    ...(await newRecipient(trx, owner, moment)),
    ...{ company, email, confirmed_at: null, unsubscribed_at: null },
  }
  const recipient = await trx
    .insertInto('notice_recipient')
    .values(contact)
    .onConflict(conflict =>
      conflict
        .columns(['service', 'account', 'company'])
        .where('company', 'is not', null)
        .doUpdateSet(contact),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const all = sql`notice_recipient where ${isOfAccount(owner)} and company is not null`
  const detail = `At most ${MAX_CONTACTS} companies can have a failure contact.`
  await requireAtMost(trx, MAX_CONTACTS, all, detail)
  return recipient
}

export async function listContacts(db: Kysely<Schema>, owner: Owner): Promise<FailureContact[]> {
  const { rows } = await sql<FailureContact>`
    select id, company, email, nullif(who, '') as who,
      case when unsubscribed_at is not null then 'stopped'
        when confirmed_at is null then 'unconfirmed' else 'confirmed' end as state
    from notice_recipient where ${isOfAccount(owner)} and company is not null order by company
  `.execute(db)
  return rows
}

export async function listMessages(
  db: Kysely<Schema>,
  owner: Owner,
  timeZone: string,
): Promise<OutboxMessage[]> {
  const { rows } = await sql<OutboxMessage & { at: Date | string; next_at: Date | string | null }>`
    select message.id, subject, message.state, attempts, error, at,
      coalesce(case channel when 'email' then email else webhook_host end, '') as to,
      case when state = 'waiting' then next_at end as next_at
    from notice_message message join notice_recipient on notice_recipient.id = recipient_id
    where ${isListedFor(owner)} order by at desc limit ${MAX_MESSAGES}
  `.execute(db)
  return rows.map(row => stamped(row, timeZone))
}

/**
 * Sends a message again that certainly did not arrive.
 *
 * @returns false if there is no such message
 */
export async function sendAgain(
  db: Kysely<Schema>,
  owner: Owner,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update notice_message set state = 'waiting', attempts = 0, next_at = ${now}, error = null
    from notice_recipient
    where notice_recipient.id = recipient_id and ${isListedFor(owner)}
      and notice_message.id = ${id} and state = 'failed'
  `.execute(db)
  return numAffectedRows > 0n
}

/** The token of these people is no longer accepted, so they get nothing more. */
export async function forgetPeople(
  db: Kysely<Schema>,
  owner: Pick<Owner, 'service' | 'account' | 'tokenKey'>,
): Promise<void> {
  await db
    .deleteFrom('notice_recipient')
    .where(isOfAccount(owner))
    .where('made_by', '=', owner.tokenKey)
    .where('company', 'is', null)
    .execute()
}

/** A person of the account has Redial open. */
export async function noteVisit(db: Kysely<Schema>, owner: Owner, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 60 * 60_000)
  for (const [table, condition] of [
    ['notice_watch', isOfAccount(owner)],
    ['notice_recipient', isPerson(owner)],
  ] as const) {
    await sql`
      update ${sql.table(table)} set visited_at = ${now} where ${condition} and visited_at < ${hourAgo}
    `.execute(db)
  }
}

function isPerson(owner: Owner) {
  const { tokenKey, who } = owner
  return sql<boolean>`${isOfAccount(owner)} and company is null and made_by = ${tokenKey} and who = ${who ?? ''}`
}

function isListedFor(owner: Owner) {
  return sql<boolean>`(${isPerson(owner)} or ${isOfAccount(owner)} and company is not null)`
}
