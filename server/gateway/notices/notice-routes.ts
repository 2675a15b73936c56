import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  FailureContactRequest,
  NOTICE_KINDS,
  NOTICES_PATH,
  NoticeChange,
  NoticeSettings,
  Notices,
  WatchChange,
} from '../../../contract/notices/notice.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { detailError, notFound, validationError } from '../../http/http-error.ts'
import { actorOf } from '../activity/activity-log.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { perMinute } from '../route-config.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf, isOfAccount } from '../session/caller.ts'
import { composeConfirmation, composeTest } from './compose-message.ts'
import { describeNotice } from './describe-notice.ts'
import { noticeLink } from './notice-links.ts'
import {
  changePerson,
  choicesOf,
  findPerson,
  listContacts,
  listMessages,
  noteVisit,
  sendAgain,
  setContact,
} from './recipients.ts'

const LISTED = 50

export const noticeRoutes: FastifyPluginAsyncZod<GatewayParts> = async (app, options) => {
  const { db, timeZone, seals, watches, activity, today } = options
  describeRoutes(app, 'Notices')
  await app.register(recipientRoutes, options)

  app.get(NOTICES_PATH, {
    schema: {
      operationId: 'listNotices',
      summary: 'List the notices of the account',
      response: answers(Notices, 'The newest 50 notices of the account, newest first.'),
    },
    handler: async request => {
      const owner = callerOf(request)
      await noteVisit(db, owner, today())
      const [person, watch, rows] = await Promise.all([
        findPerson(db, owner),
        watches.show(owner, timeZone),
        db
          .selectFrom('notice')
          .selectAll()
          .where(isOfAccount(owner))
          .where('company', 'is', null)
          .where(sql<boolean>`coalesce(facts->'handed'->>'to' = ${owner.who ?? ''}, true)`)
          .orderBy('id', 'desc')
          .limit(LISTED)
          .execute(),
      ])
      const { topics } = choicesOf(person)
      const times = timesIn(timeZone)
      const reminded = new Set<string | null>()
      const results = rows.flatMap(row => {
        const { id, kind, receiver } = row
        const topic = NOTICE_KINDS[kind]
        // The newest reminder about a receiver says what the earlier ones said.
        const isRepeated = kind === 'still_failing' && reminded.has(receiver)
        if (kind === 'still_failing') reminded.add(receiver)
        if (isRepeated || (topic !== null && !topics.includes(topic))) return []
        const { title, lines, link } = describeNotice(row, times)
        const is_new = id > (person?.seen_until ?? 0)
        return { id, kind, receiver, title, lines, link, is_new, at: stampIn(row.at, timeZone) }
      })
      const day = dayOf(today(), timeZone)
      return {
        ...{ results, watch },
        new: results.filter(({ is_new }) => is_new).length,
        snoozed: person?.snoozed.filter(({ until }) => day < until) ?? [],
      }
    },
  })

  app.get(`${NOTICES_PATH}/settings`, {
    schema: {
      operationId: 'showNoticeSettings',
      summary: 'Show how notices reach you',
      response: answers(NoticeSettings, 'Your choices, the contacts, and the latest messages.'),
    },
    handler: request => noticeSettings(options, request),
  })

  app.patch(`${NOTICES_PATH}/settings`, {
    schema: {
      operationId: 'changeNoticeSettings',
      summary: 'Change how notices reach you',
      description: 'Also snoozes a receiver or wakes it, and notes which notices you have seen.',
      body: NoticeChange,
      example: { email: 'thandi@example.com', schedule: 'daily', daily_at: '08:00' },
      response: answers(NoticeSettings, 'Saved. Fields that the request omits are unchanged.'),
    },
    handler: async request => {
      const { seen_until, ...choices } = request.body
      if (Object.keys(choices).length > 0) requireName(request)
      const problem = choices.webhook ? await options.receiverProblem(choices.webhook) : null
      if (problem !== null) throw validationError({ webhook: [`Not saved: ${problem}.`] })
      const [owner, at] = [callerOf(request), momentOf(options, request)]
      await db.transaction().execute(trx => changePerson(trx, seals, owner, request.body, at))
      return noticeSettings(options, request)
    },
  })

  app.put(`${NOTICES_PATH}/watch`, {
    schema: {
      operationId: 'changeWatch',
      summary: 'Start or stop watching the account’s lists',
      description:
        'Redial keeps the caller’s token, encrypted, and reads today’s failed events every few minutes, until somebody stops it, the service refuses the token, or nobody has opened Redial for 90 days. When it stops, it forgets the token.',
      body: WatchChange,
      example: { is_on: true },
      response: answers(NoticeSettings, 'Redial has started or stopped watching.'),
    },
    handler: async request => {
      const { is_on } = request.body
      const entry = { kind: is_on ? 'watch_started' : 'watch_stopped', details: {} } as const
      await activity.change(request, entry, (trx, owner) =>
        is_on ? watches.start(owner, today(), trx) : watches.stop(owner, today(), trx),
      )
      return noticeSettings(options, request)
    },
  })
}

/** For one account, per minute and process. Messages go to addresses that anybody may enter. */
const MAX_MESSAGES_PER_MINUTE = 10
const CONFIRM_MS = 7 * 24 * 60 * 60_000

function momentOf({ publicUrl, today }: GatewayParts, request: FastifyRequest) {
  return { now: today(), origin: publicUrl ?? `${request.protocol}://${request.host}` }
}

const recipientRoutes: FastifyPluginAsyncZod<GatewayParts> = async (app, options) => {
  const { db, seals, outbox, activity, hasEmail, today } = options
  describeRoutes(app, 'Notices')

  app.post(`${NOTICES_PATH}/test`, {
    config: perMinute(MAX_MESSAGES_PER_MINUTE, 'messages'),
    schema: {
      operationId: 'sendTestNotice',
      summary: 'Send yourself a test',
      response: answers(NoticeSettings, 'It is in the outbox.'),
      errors: { 409: 'You have entered no address.', 429: 'Too many messages in a minute.' },
    },
    handler: async request => {
      const person = await findPerson(db, callerOf(request))
      if (person === undefined || (person.email === null && person.webhook === null)) {
        throw detailError(409, 'Enter an e-mail address or a webhook first.')
      }
      await outbox.add(db, person, composeTest(outbox.readerOf(person)), today())
      return noticeSettings(options, request)
    },
  })

  app.post(`${NOTICES_PATH}/messages/:id`, {
    config: perMinute(MAX_MESSAGES_PER_MINUTE, 'messages'),
    schema: {
      operationId: 'sendMessageAgain',
      summary: 'Send again a message that did not arrive',
      params: z.object({ id: z.uuid().describe('The message’s, from the settings.') }),
      response: answers(NoticeSettings, 'It waits to be sent, as if it were new.'),
      errors: {
        409: 'It is on its way, is gone, or may have arrived.',
        429: 'Too many messages in a minute.',
      },
    },
    handler: async request => {
      if (!(await sendAgain(db, callerOf(request), request.params.id, today()))) {
        throw detailError(409, 'Only a message that certainly did not arrive can be sent again.')
      }
      return noticeSettings(options, request)
    },
  })

  app.put(`${NOTICES_PATH}/contacts`, {
    config: perMinute(MAX_MESSAGES_PER_MINUTE, 'messages'),
    schema: {
      operationId: 'setFailureContact',
      summary: 'Set the failure contact of a company',
      description:
        'The contact gets a message with a link to confirm the address, and nothing else before that.',
      body: FailureContactRequest,
      example: { company: 'Acme Motors', email: 'it@acme.example' },
      response: answers(NoticeSettings, 'The contact has to confirm the address.'),
      errors: {
        409: 'E-mail is not set up, or too many companies have a contact.',
        429: 'Too many messages in a minute.',
      },
    },
    handler: async request => {
      requireName(request)
      if (!hasEmail) throw detailError(409, 'E-mail is not set up on this server.')
      const { company, email } = request.body
      const at = momentOf(options, request)
      const entry = { kind: 'contact_set', details: { name: company } } as const
      await activity.change(request, entry, async (trx, owner) => {
        const contact = await setContact(trx, owner, { company, email }, at)
        const until = new Date(at.now.getTime() + CONFIRM_MS).toISOString()
        const confirm = { action: 'confirm', id: contact.id, email, until } as const
        const link = noticeLink(seals, at.origin, confirm)
        const about = { company, who: contact.who, link }
        const reader = { ...outbox.readerOf(contact), unsubscribe: null }
        await outbox.add(trx, contact, composeConfirmation(about, reader), at.now)
      })
      return noticeSettings(options, request)
    },
  })

  app.delete(`${NOTICES_PATH}/contacts/:id`, {
    schema: {
      operationId: 'removeFailureContact',
      summary: 'Remove the failure contact of a company',
      params: z.object({ id: z.uuid().describe('The contact’s.') }),
      response: answers(NoticeSettings, 'It is removed.'),
      errors: { 404: 'There is no such contact.' },
    },
    handler: async request => {
      const owner = requireName(request)
      const tried = { kind: 'contact_removed', details: { name: null } } as const
      await activity.inTransaction(actorOf(request, owner), tried, async trx => {
        const row = await trx
          .deleteFrom('notice_recipient')
          .where(isOfAccount(owner))
          .where('id', '=', request.params.id)
          .where('company', 'is not', null)
          .returning('company as name')
          .executeTakeFirstOrThrow(notFound)
        return { result: null, entry: { ...tried, details: row } }
      })
      return noticeSettings(options, request)
    },
  })
}

async function noticeSettings(
  { db, timeZone, watches, hasEmail }: GatewayParts,
  request: FastifyRequest,
): Promise<NoticeSettings> {
  const owner = callerOf(request)
  const [person, watch, contacts, messages] = await Promise.all([
    findPerson(db, owner),
    watches.show(owner, timeZone),
    listContacts(db, owner),
    listMessages(db, owner, timeZone),
  ])
  return {
    ...{ watch, contacts, has_email: hasEmail },
    choices: choicesOf(person),
    webhook_host: person?.webhook_host ?? null,
    is_unsubscribed: person?.unsubscribed_at != null,
    outbox: messages,
  }
}
