import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { mayHaveArrived } from '../../../contract/event/can-heal.ts'
import { NOTICE_KINDS } from '../../../contract/notices/notice.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import type { Schema } from '../../database/schema.ts'
import type { Outcome, Sender } from '../../webhooks/http/sender.ts'
import { isOfAccount } from '../session/caller.ts'
import type { Seals } from '../session/seals.ts'
import { type Composed, composeNotices, MessageContent } from './compose-message.ts'
import type { StoredNotice } from './describe-notice.ts'
import { keyOf, WatchState } from './judge.ts'
import { noticeLink } from './notice-links.ts'
import { clockIn, isDue, withoutResolved } from './quiet.ts'
import { type HandedOver, type MailSettings, sendMail } from './send-mail.ts'
import { lastVisitFor } from './watches.ts'

export type OutboxDependencies = {
  db: Kysely<Schema>
  service: string
  timeZone: string
  seals: Seals
  /** null if the operator has set up no e-mail. */
  mail: MailSettings | null
  sender: Pick<Sender, 'post'>
  logger: Pick<FastifyBaseLogger, 'warn'>
}

type Channel = Schema['notice_message']['channel']
export type Recipient = Selectable<Schema['notice_recipient']>
type DueMessage = Selectable<Schema['notice_message']> &
  Pick<Recipient, 'email' | 'webhook' | 'unsubscribed_at'> & { reply_to: string | null }

/** Pauses between tries double up to this one, which repeats for a day. */
const LONGEST_PAUSE_MINUTES = 30
const MAX_TRIES = 50
const MINUTE_MS = 60_000
/** A process that hands a message over for longer is dead. */
const CLAIM_MS = 5 * MINUTE_MS
const AT_A_TIME = 10
const MAX_NOTICES = 1_000

/** Puts what people have to know into messages, and hands these over. */
export class Outbox {
  readonly #dependencies: OutboxDependencies

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies
  }

  /** One message to each person who may get one now, with everything that is new for them. */
  async compose(now: Date): Promise<void> {
    const { db, service, timeZone, logger } = this.#dependencies
    const waiting = (trx: Kysely<Schema>) =>
      trx
        .selectFrom('notice_recipient')
        .selectAll()
        .where('service', '=', service)
        .where(
          sql<boolean>`(email is not null and unsubscribed_at is null or webhook is not null)
            and case when company is null then visited_at > ${lastVisitFor(now)} else confirmed_at is not null end
            and exists (
              select from notice where notice.service = notice_recipient.service
                and notice.account = notice_recipient.account and notice.id > told_until
            )`,
        )
    const due = (await waiting(db).execute()).filter(one => isDue(one, now, timeZone))
    for (const { id } of due) {
      const composing = db.transaction().execute(async trx => {
        const locked = waiting(trx).where('id', '=', id).forUpdate().skipLocked()
        const recipient = await locked.executeTakeFirst()
        // Another process may have been faster.
        if (recipient && isDue(recipient, now, timeZone)) {
          await this.#composeFor(trx, recipient, now)
        }
      })
      // One person's message holds up nobody else's. What the database says may contain a part of it.
      await composing.catch(() => logger.warn({ recipient: id }, 'A message could not be composed'))
    }
  }

  async #composeFor(trx: Transaction<Schema>, recipient: Recipient, now: Date): Promise<void> {
    const rows = await trx
      .selectFrom('notice')
      .selectAll()
      .where(isOfAccount(recipient))
      .where('id', '>', recipient.told_until)
      .orderBy('id')
      .limit(MAX_NOTICES)
      .execute()
    const isDigest = recipient.schedule === 'daily'
    const { day } = clockIn(now, this.#dependencies.timeZone)
    await trx
      .updateTable('notice_recipient')
      .set({
        told_until: rows.at(-1)?.id ?? recipient.told_until,
        ...(isDigest && { digest_on: day }),
      })
      .where('id', '=', recipient.id)
      .execute()
    const notices = withoutResolved(
      rows.filter(row => isFor(recipient, row, day)),
      await failingNow(trx, recipient),
    )
    if (notices.length === 0) return
    await this.add(trx, recipient, composeNotices(notices, this.readerOf(recipient), isDigest), now)
  }

  /** What a message to a recipient needs to know about them. */
  readerOf({ id, origin, company }: Recipient) {
    const { seals, timeZone } = this.#dependencies
    return {
      origin: company === null ? origin : null,
      unsubscribe: noticeLink(seals, origin, { action: 'unsubscribe', id }),
      times: timesIn(timeZone),
    }
  }

  /** Adds a message to each address of a recipient. */
  async add(
    db: Kysely<Schema>,
    { id: recipient_id, email, webhook, unsubscribed_at }: Recipient,
    { subject, content }: Composed,
    now: Date,
  ): Promise<void> {
    const channels = [
      ...(email !== null && unsubscribed_at === null ? (['email'] as const) : []),
      ...(webhook === null ? [] : (['webhook'] as const)),
    ]
    if (channels.length === 0) return
    const message = {
      recipient_id,
      subject,
      content: JSON.stringify(content),
      at: now,
      next_at: now,
    }
    await db
      .insertInto('notice_message')
      .values(channels.map(channel => ({ ...message, channel })))
      .execute()
  }

  /**
   * Hands over some messages of a channel that are due. Each belongs to one process.
   *
   * @param signal ends what the other side certainly does not have yet
   * @returns whether there may be more
   */
  async send(now: Date, channel: Channel, signal: AbortSignal): Promise<boolean> {
    const { db } = this.#dependencies
    // Its process has died meanwhile, and the message may be there: it is not sent twice.
    await db
      .updateTable('notice_message')
      .set({ state: 'unknown', error: 'Redial stopped while it was handing this message over.' })
      .where('state', '=', 'sending')
      .where('next_at', '<', now)
      .execute()
    const messages = await this.#claim(now, channel)
    await Promise.all(messages.map(message => this.#handOver(message, now, signal)))
    return messages.length === AT_A_TIME
  }

  async #claim(now: Date, channel: Channel): Promise<DueMessage[]> {
    const { db, service } = this.#dependencies
    const { rows } = await sql<DueMessage>`
      update notice_message message
      set state = 'sending', attempts = attempts + 1, next_at = ${new Date(now.getTime() + CLAIM_MS)}
      from notice_recipient recipient
      -- Replies from a failure contact go to the person who added it.
      left join notice_recipient person on recipient.company is not null and person.company is null
        and (person.service, person.account, person.made_by, person.who) =
          (recipient.service, recipient.account, recipient.made_by, recipient.who)
      where recipient.id = recipient_id and message.id in (
        select due.id from notice_message due join notice_recipient on notice_recipient.id = recipient_id
        where service = ${service} and channel = ${channel} and state = 'waiting' and next_at <= ${now}
        order by next_at limit ${AT_A_TIME} for update of due skip locked
      )
      returning message.*, recipient.email, recipient.webhook, recipient.unsubscribed_at,
        person.email as reply_to
    `.execute(db)
    return rows
  }

  async #handOver(message: DueMessage, now: Date, signal: AbortSignal): Promise<void> {
    const { db, logger } = this.#dependencies
    const { id, attempts, channel } = message
    const { result, error, waitS = 0 } = await this.#deliver(message, signal)
    const pause = Math.min(LONGEST_PAUSE_MINUTES, 2 ** (attempts - 1))
    const isOver = result !== 'later' || attempts >= MAX_TRIES
    const waitMs = Math.max(pause * MINUTE_MS, waitS * 1_000)
    const state = !isOver ? 'waiting' : result === 'later' ? 'failed' : result
    const next_at = isOver ? null : new Date(now.getTime() + waitMs)
    await db
      .updateTable('notice_message')
      .set({ state, error, next_at })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .execute()
    // The error may contain an address, so it is in the outbox only.
    if (state === 'failed') logger.warn({ message: id, channel }, 'A notice could not be delivered')
  }

  async #deliver(message: DueMessage, signal: AbortSignal): Promise<HandedOver> {
    const { mail, seals, sender } = this.#dependencies
    const { id, recipient_id, subject, channel, email, reply_to, webhook, unsubscribed_at } =
      message
    const { text, html, slack, unsubscribe } = MessageContent.parse(message.content)
    if (channel === 'webhook') {
      const url = webhook && seals.open(webhook, webhookSeal(recipient_id))?.text
      return url
        ? ofWebhook(await sender.post(url, slack))
        : { result: 'failed', error: 'This webhook has been removed.' }
    }
    if (mail === null) return { result: 'later', error: 'E-mail is not set up on this server.' }
    return email === null || unsubscribed_at !== null
      ? { result: 'failed', error: 'This address no longer gets messages.' }
      : sendMail(mail, { id, to: email, reply_to, subject, text, html, unsubscribe }, signal)
  }
}

function isFor(
  { company, topics, snoozed, who }: Recipient,
  notice: StoredNotice,
  today: string,
): boolean {
  const topic = NOTICE_KINDS[notice.kind]
  if (company !== null) return notice.company === company
  if ((notice.facts.handed?.to ?? who) !== who) return false
  if (notice.company !== null || (topic !== null && !topics.includes(topic))) return false
  return !snoozed.some(({ receiver, until }) => receiver === notice.receiver && today < until)
}

/** Whether a receiver still fails, as the account's watch sees it. */
async function failingNow(db: Kysely<Schema>, recipient: Recipient) {
  const watch = await db
    .selectFrom('notice_watch')
    .select('state')
    .where(isOfAccount(recipient))
    .executeTakeFirst()
  const state = WatchState.safeParse(watch?.state).data
  return (notice: StoredNotice) => state?.receivers[keyOf(notice)]?.recoveredAt === null
}

/** What came of a request to an incoming webhook. Any 2xx means that the program has taken the message. */
function ofWebhook(outcome: Outcome): HandedOver {
  const { status, error, retryAfterS: waitS = 0 } = outcome
  if (status !== null && status >= 200 && status < 300) return { result: 'sent', error: null }
  if (status !== null) {
    const isTemporary = status >= 500 || status === 408 || status === 425 || status === 429
    return { result: isTemporary ? 'later' : 'failed', error, waitS }
  }
  if (outcome.cause?.code === 'address-not-allowed') return { result: 'failed', error }
  return { result: mayHaveArrived(outcome) ? 'unknown' : 'later', error }
}

export function webhookSeal(recipientId: string) {
  return { purpose: 'notice webhook', salt: recipientId } as const
}
