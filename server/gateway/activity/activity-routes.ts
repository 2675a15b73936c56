import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import papaparse from 'papaparse'
import { z } from 'zod'
import {
  ActivityEntry,
  ActivityFilter,
  ActivityPage,
  ActivitySort,
  ExportReport,
} from '../../../contract/activity.ts'
import { DEFAULT_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { ActivityPeople } from '../../../contract/session.ts'
import { GUARDED, phoneCell } from '../../../contract/text/csv-cell.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { answers, describedFields, describeRoutes } from '../../http/described.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { envelope, PageQuery, toWindow } from '../pagination/gateway-pages.ts'
import { perMinute } from '../route-config.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import { actorOf } from './activity-log.ts'
import { ActivityViews } from './activity-views.ts'

const FILTERS = describedFields(ActivityFilter.shape, {
  number: 'Only blocklist changes of this phone number.',
  who: 'Only entries of the person with this name.',
  by: 'Only entries of this kind of actor.',
  kind: 'Only entries of this kind.',
  from: 'The first day.',
  to: 'The last day, included.',
})

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
export const activityRoutes: FastifyPluginAsyncZod<GatewayParts> = async (
  app,
  { db, activity, timeZone },
) => {
  const views = new ActivityViews(db, timeZone)
  describeRoutes(app, 'Activity')

  app.get('/gateway/activity', {
    schema: {
      operationId: 'listActivity',
      summary: 'List the activity log',
      description: 'The newest entry comes first, unless you give another order.',
      querystring: ListQuery,
      response: answers(ActivityPage, 'A page of entries.'),
      errors: { 404: 'There is no such page.' },
    },
    handler: async request => {
      const owner = callerOf(request)
      const { page, page_size, sort, ...filter } = request.query
      const entries = await views.list(owner, filter, {
        ...toWindow({ page, page_size }),
        sort,
      })
      return envelope(request, { page, page_size }, entries)
    },
  })

  app.get('/gateway/activity/people', {
    schema: {
      operationId: 'listActivityPeople',
      summary: 'List the people with entries in the activity log',
      response: answers(ActivityPeople, 'Their names.'),
    },
    handler: async request => views.people(callerOf(request)),
  })

  app.get('/gateway/activity/:id', {
    schema: {
      operationId: 'showActivity',
      summary: 'Show an entry of the activity log',
      description: 'It has all phone numbers of a blocklist change; lists have the first three.',
      params: EntryPath,
      response: answers(ActivityEntry, 'The entry.'),
      errors: { 404: 'There is no such entry.' },
    },
    handler: async request => {
      return views.find(callerOf(request), request.params.id)
    },
  })

  app.get('/gateway/activity/file', {
    schema: {
      operationId: 'downloadActivity',
      summary: 'Download the activity log',
      querystring: FileQuery,
      text: { description: 'The file.', mediaTypes: ['text/csv', 'application/x-ndjson'] },
    },
    handler: async (request, reply) => {
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
  })

  // The browser creates the file, so it reports the export before it saves the file. A script that reads
  // the lists itself reports nothing.
  app.post('/gateway/activity/exports', {
    config: perMinute(REPORTS_A_MINUTE, 'exports'),
    bodyLimit: 4_096,
    schema: {
      body: ExportReport,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const owner = requireName(request)
      await activity.add(actorOf(request, owner), { kind: 'exported', details: request.body })
      return reply.code(204).send(null)
    },
  })
}

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** Spreadsheets take no more than 32,767 characters in a cell. JSON lines hold all numbers. */
const NUMBERS_IN_A_CELL = 1_000

/** At the start of a CSV file. Without it, Excel doesn't read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * The entries as a file, in pieces. CSV is written like all exported files
 * (docs/decisions/0019).
 */
async function* activityFile(
  format: keyof typeof CONTENT_TYPES,
  pages: AsyncIterable<ActivityEntry[]>,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${BYTE_ORDER_MARK}${csvLines([COLUMNS.map(([header]) => header)])}`
  for await (const page of pages) {
    yield format === 'csv'
      ? csvLines(page.map(csvRow))
      : page.map(entry => `${JSON.stringify(entry)}\n`).join('')
  }
}

function csvLines(rows: unknown[][]): string {
  return `${papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: GUARDED })}\r\n`
}

type Details = Record<string, unknown>

/** Entries have different details, so most cells of a row are empty. */
const COLUMNS: [header: string, value: (entry: ActivityEntry, details: Details) => unknown][] = [
  ['ID', ({ id }) => id],
  ['At', ({ at }) => at],
  ['Who', ({ who }) => who],
  ['By', ({ by }) => by],
  ['From', ({ from }) => from],
  ['What', ({ kind }) => kind],
  ['Outcome', ({ outcome }) => outcome],
  ['Status', ({ status }) => status],
  ['Reason', ({ reason }) => reason],
  ['Entity context', (_, details) => details.entity_context_name],
  ['Entity reference', (_, details) => details.reference],
  ['Entity name', (_, details) => details.name],
  ['Numbers', (_, details) => ('unreadable' in details ? details.count : null)],
  ['Phone numbers', ({ numbers }) => numbersCell(numbers)],
  ['List', (_, details) => details.list ?? details.what],
  ['First day', (_, details) => details.from],
  ['Last day', (_, details) => details.to],
  [
    'Events or rows',
    (_, details) => ('unreadable' in details ? null : (details.rows ?? details.count)),
  ],
  ['Replay run', (_, details) => details.run_id],
  [
    'Tracking number',
    ({ details }) => ('tracking_number' in details ? phoneCell(details.tracking_number) : null),
  ],
  ['Receiver', (_, details) => details.receiver],
  ['Format', (_, details) => details.format],
  ['Token label', (_, details) => details.label],
  ['Partner', (_, details) => details.partner],
]

function csvRow(entry: ActivityEntry): unknown[] {
  return COLUMNS.map(([, value]) => value(entry, entry.details))
}

function numbersCell(numbers: string[] | null): string | null {
  if (numbers === null) return null
  const written = numbers.slice(0, NUMBERS_IN_A_CELL).map(phoneCell).join(' ')
  const others = numbers.length - NUMBERS_IN_A_CELL
  return others > 0 ? `${written} and ${others} more` : written
}
