import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import {
  NOTICE_KINDS,
  NOTICES_PATH,
  NoticeSettings,
  Notices,
  NoticesSeen,
} from '../../../contract/notices/notice.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { actorOf } from '../activity/activity-log.ts'
import { answers, describeRoutes, INVALID } from '../route-answers.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import { describeNotice } from './describe-notice.ts'
import {
  madeAt,
  type NoticeRoutesOptions,
  noticeSettings,
  recipientRoutes,
} from './recipient-routes.ts'
import { choicesOf, findPerson, noteSeen, noteVisit } from './recipients.ts'

const LISTED = 50
/** What Redial tells people, and how they want to be told. */
export const noticeRoutes: FastifyPluginAsyncZod<NoticeRoutesOptions> = async (app, options) => {
  const { db, timeZone, watches, activity, today } = options
  describeRoutes(app, 'Notices')
  await app.register(recipientRoutes, options)

  app.get(
    NOTICES_PATH,
    {
      schema: {
        operationId: 'listNotices',
        summary: 'List what Redial has to tell',
        response: answers(Notices, 'The newest 50 notices of the account, newest first.'),
      },
    },
    async request => {
      const owner = callerOf(request)
      await watches.visit(owner, today())
      await noteVisit(db, owner, today())
      const [person, watch, rows] = await Promise.all([
        findPerson(db, owner),
        watches.show(owner, timeZone),
        db
          .selectFrom('notice')
          .selectAll()
          .where('service', '=', owner.service)
          .where('account', '=', owner.account)
          .where('company', 'is', null)
          .orderBy('id', 'desc')
          .limit(LISTED)
          .execute(),
      ])
      const { topics } = choicesOf(person)
      const times = timesIn(timeZone)
      const results = rows
        .filter(({ kind }) => {
          const topic = NOTICE_KINDS[kind]
          return topic === null || topics.includes(topic)
        })
        .map(row => {
          const { title, lines, link } = describeNotice(row, times)
          const { id, kind } = row
          const is_new = id > (person?.seen_until ?? 0)
          return { id, kind, title, lines, link, is_new, at: stampIn(row.at, timeZone) }
        })
      return { results, new: results.filter(({ is_new }) => is_new).length, watch }
    },
  )

  app.post(
    `${NOTICES_PATH}/seen`,
    {
      schema: {
        operationId: 'noteNoticesSeen',
        summary: 'Note that you have seen notices',
        body: NoticesSeen,
        example: { id: 17 },
        response: { 204: z.null().describe('Later ones count as new.') },
        errors: { 400: INVALID },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      await db
        .transaction()
        .execute(trx => noteSeen(trx, owner, request.body.id, madeAt(options, request)))
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${NOTICES_PATH}/settings`,
    {
      schema: {
        operationId: 'showNoticeSettings',
        summary: 'Show how you are told',
        response: answers(NoticeSettings, 'Your choices, the contacts, and the latest messages.'),
      },
    },
    request => noticeSettings(options, request),
  )

  app.post(
    `${NOTICES_PATH}/watch`,
    {
      schema: {
        operationId: 'startWatch',
        summary: 'Let Redial watch the account’s lists',
        description:
          'Redial keeps the caller’s token, encrypted, and reads today’s failed events every few minutes, until somebody calls DELETE, the service refuses the token, or nobody has opened Redial for 90 days.',
        response: answers(NoticeSettings, 'Redial watches.'),
      },
    },
    async request => {
      requireName(request)
      const owner = callerOf(request)
      const entry = { kind: 'watch_started', details: {} } as const
      await activity.record(actorOf(request, owner), entry, trx =>
        watches.start(owner, today(), trx),
      )
      return noticeSettings(options, request)
    },
  )

  app.delete(
    `${NOTICES_PATH}/watch`,
    {
      schema: {
        operationId: 'stopWatch',
        summary: 'Stop watching, and forget the token',
        response: answers(NoticeSettings, 'Redial has stopped.'),
      },
    },
    async request => {
      requireName(request)
      const owner = callerOf(request)
      const entry = { kind: 'watch_stopped', details: {} } as const
      await activity.record(actorOf(request, owner), entry, trx => watches.stop(owner, trx))
      return noticeSettings(options, request)
    },
  )
}
