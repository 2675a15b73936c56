import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import {
  ActivityEntry,
  ActivityFilter,
  ActivityPage,
  ActivityPeople,
  ActivitySort,
  ExportReport,
} from '../../../contract/activity.ts'
import { DEFAULT_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { envelope, PageQuery, toWindow } from '../pagination/gateway-pages.ts'
import { answers, describeRoutes, INVALID, limitPerMinute, perAccount } from '../route-answers.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import { activityFile, CONTENT_TYPES } from './activity-file.ts'
import { type ActivityLog, actorOf } from './activity-log.ts'
import type { ActivityViews } from './activity-views.ts'

export type ActivityRoutesOptions = {
  activity: ActivityLog
  views: ActivityViews
  timeZone: string
}

const { shape } = ActivityFilter
const FILTERS = {
  number: described(shape.number, 'Only blocklist changes of this phone number.'),
  who: described(shape.who, 'Only entries of the person with this name.'),
  by: described(shape.by, 'Only entries of this kind of actor.'),
  kind: described(shape.kind, 'Only entries of this kind.'),
  from: described(shape.from, 'The first day.'),
  to: described(shape.to, 'The last day, included.'),
}

const ListQuery = PageQuery.extend({
  page_size: PageQuery.shape.page_size.default(DEFAULT_PAGE_SIZE),
  sort: z.optional(ActivitySort).describe('Default: -at, the newest first.'),
  ...FILTERS,
})

const FileQuery = z.object({
  format: z.enum(['csv', 'jsonl']).describe('CSV, or one JSON object per line.'),
  ...FILTERS,
})

/** An invalid id is treated as the id of an entry that doesn't exist. */
const EntryPath = z.object({
  id: z.coerce.number().int().positive().catch(0).describe('The id of the entry.'),
})

/** An entry may have 10,000 numbers, so reading them must not block other requests. */
const ENTRIES_PER_BATCH = 50

/** For one account, per minute and process. */
const REPORTS_A_MINUTE = 60

/**
 * Shows the account's activity log to everybody on it: GET /gateway/activity and the paths below it.
 */
export const activityRoutes: FastifyPluginAsyncZod<ActivityRoutesOptions> = async (
  app,
  { activity, views, timeZone },
) => {
  describeRoutes(app, 'Activity')
  await limitPerMinute(app, 'exports')

  app.get(
    '/gateway/activity',
    {
      schema: {
        operationId: 'listActivity',
        summary: 'List the activity log',
        description: 'The newest entry comes first, unless you give another order.',
        querystring: ListQuery,
        response: answers(ActivityPage, 'A page of entries.'),
        errors: { 400: INVALID, 404: 'There is no such page.' },
      },
    },
    async request => {
      const owner = callerOf(request)
      const { page, page_size, sort, ...filter } = request.query
      const entries = await views.list(owner, filter, { ...toWindow({ page, page_size }), sort })
      return envelope(request, { page, page_size }, entries)
    },
  )

  app.get(
    '/gateway/activity/people',
    {
      schema: {
        operationId: 'listActivityPeople',
        summary: 'List the people with entries in the activity log',
        response: answers(ActivityPeople, 'Their names.'),
      },
    },
    async request => views.people(callerOf(request)),
  )

  app.get(
    '/gateway/activity/:id',
    {
      schema: {
        operationId: 'showActivity',
        summary: 'Show an entry of the activity log',
        description: 'It has all phone numbers of a blocklist change; lists have the first three.',
        params: EntryPath,
        response: answers(ActivityEntry, 'The entry.'),
        errors: { 404: 'There is no such entry.' },
      },
    },
    async request => {
      const entry = await views.find(callerOf(request), request.params.id)
      if (entry === null) throw detailError(404, 'Not found.')
      return entry
    },
  )

  app.get(
    '/gateway/activity/file',
    {
      schema: {
        operationId: 'downloadActivity',
        summary: 'Download the activity log',
        querystring: FileQuery,
        text: { description: 'The file.', mediaTypes: ['text/csv', 'application/x-ndjson'] },
        errors: { 400: INVALID },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      const { format, ...filter } = request.query
      const actor = actorOf(request, owner)
      // Scripts fetch it repeatedly, and each fetch would add another entry to fetch.
      if (actor.by === 'session') {
        const { from = null, to = null } = filter
        await activity.add(actor, {
          kind: 'exported',
          details: { what: 'activity', from, to, rows: null, format },
        })
      }
      const name = `activity-${dayOf(new Date(), timeZone)}.${format}`
      const pages = views.readAll(owner, filter, ENTRIES_PER_BATCH)
      return reply
        .type(CONTENT_TYPES[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(activityFile(format, pages)))
    },
  )

  // The browser creates the file, so it reports the export before it saves the file. A script that reads
  // the lists itself reports nothing.
  app.post(
    '/gateway/activity/exports',
    {
      config: perAccount(REPORTS_A_MINUTE),
      bodyLimit: 4_096,
      schema: {
        body: ExportReport,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      requireName(request)
      await activity.add(actorOf(request, owner), { kind: 'exported', details: request.body })
      return reply.code(204).send(null)
    },
  )
}
