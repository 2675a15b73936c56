import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import {
  NOTICE_KINDS,
  NOTICES_PATH,
  NoticeSettings,
  Notices,
  NoticesSeen,
  SnoozeChange,
} from '../../../contract/notices/notice.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { actorOf } from '../activity/activity-log.ts'
import { answers, describeRoutes, INVALID } from '../route-answers.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import { describeNotice } from './describe-notice.ts'
import {
  momentOf,
  type NoticeRoutesOptions,
  noticeSettings,
  recipientRoutes,
} from './recipient-routes.ts'
import { choicesOf, findPerson, noteSeen, noteVisit, setSnooze } from './recipients.ts'
import { isOf } from './watches.ts'

const LISTED = 50

export const noticeRoutes: FastifyPluginAsyncZod<NoticeRoutesOptions> = async (app, options) => {
  const { db, timeZone, watches, activity, today } = options
  describeRoutes(app, 'Notices')
  await app.register(recipientRoutes, options)

  app.get(
    NOTICES_PATH,
    {
      schema: {
        operationId: 'listNotices',
        summary: 'List the notices of the account',
        response: answers(Notices, 'The newest 50 notices of the account, newest first.'),
      },
    },
    async request => {
      const owner = callerOf(request)
      await noteVisit(db, owner, today())
      const [person, watch, rows] = await Promise.all([
        findPerson(db, owner),
        watches.show(owner, timeZone),
        db
          .selectFrom('notice')
          .selectAll()
          .where(isOf(owner))
          .where('company', 'is', null)
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
        .execute(trx => noteSeen(trx, owner, request.body.id, momentOf(options, request)))
      return reply.code(204).send(null)
    },
  )

  app.put(
    `${NOTICES_PATH}/snoozes`,
    {
      schema: {
        operationId: 'snoozeReceiver',
        summary: 'Snooze a receiver, or wake it',
        body: SnoozeChange,
        example: { receiver: 'hooks.acme.example/calls', until: '2026-12-01' },
        response: { 204: z.null().describe('Its notices stay in the list.') },
        errors: { 400: INVALID },
      },
    },
    async (request, reply) => {
      requireName(request)
      await db
        .transaction()
        .execute(trx => setSnooze(trx, callerOf(request), request.body, momentOf(options, request)))
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${NOTICES_PATH}/settings`,
    {
      schema: {
        operationId: 'showNoticeSettings',
        summary: 'Show how notices reach you',
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
      await activity.record(actorOf(request, owner), entry, trx =>
        watches.stop(owner, today(), trx),
      )
      return noticeSettings(options, request)
    },
  )
}
