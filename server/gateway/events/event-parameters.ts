import { z } from 'zod'
import { NON_FIELD_ERRORS } from '../../../contract/errors.ts'
import { EventsOrder, GROUP_BY, GroupsOrder } from '../../../contract/events.ts'
import { EVENT_FILTERS, EventsFilter, MAX_GROUPS } from '../../../contract/events-filter.ts'
import { FollowUpFilter } from '../../../contract/follow-up.ts'
import { DEFAULT_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { described, describedFields } from '../../http/described.ts'
import { validationError } from '../../http/http-error.ts'
import { PageQuery } from '../pagination/gateway-pages.ts'

export type EventRange = Pick<EventsFilter, 'list' | 'from_date' | 'to_date'>

const FILTERS = describedFields(EventsFilter.shape, {
  list: 'One of the two lists of failed events.',
  from_date: 'The first day.',
  to_date: 'The day after the last one.',
  from_time: 'Only events from this time of the first day, such as 14:00.',
  to_time: 'Only events until this minute of the last day, such as 16:30.',
  q: 'Only events that contain these words, in any order, and these numbers, in any format.',
  cause: 'Only events that last failed for this cause, as lists name it.',
  receiver: 'Only events for this receiver, by its host and path, or “Receiver unknown”.',
  company: 'Only events of this company, or “Unknown company”.',
  kind: 'Only events of this kind, as lists name it, or “Unknown”.',
  status: 'Only events whose last attempt had this HTTP status, “No answer” or “Unknown”.',
  state: 'Only events that are still missing, delivered or handled, or all. By default all.',
})

const { list, from_date, to_date } = FILTERS
export const RANGE = { list, from_date, to_date }

const Pages = PageQuery.extend({
  page_size: PageQuery.shape.page_size.default(DEFAULT_PAGE_SIZE),
})

const Sort = z
  .optional(EventsOrder)
  .describe(
    'A column, with "-" before it for descending. Events without a value come last. Default: -failed_at.',
  )

/** Bars for the hours of two days and a half, or for two months. */
const MAX_STARTS = 65
/** Years that a database and a clock both have. */
const MIN_MS = Date.parse('0001-01-01T00:00:00Z')
const MAX_MS = Date.parse('9999-12-31T00:00:00Z')

const Starts = z
  .string()
  .transform(text => text.split(',').map(Number))
  .pipe(
    z
      .array(z.number().int().min(MIN_MS).max(MAX_MS))
      .min(2, 'Name at least two times.')
      .max(MAX_STARTS, `Name at most ${MAX_STARTS} times.`)
      .refine(
        starts => starts.every((start, place) => place === 0 || start > Number(starts[place - 1])),
        'Each time must be later than the one before.',
      ),
  )
  .transform(starts => starts.map(start => new Date(start)))
  .describe(
    `When each bar begins, and when the last one ends, in ms since 1970 with commas between them; 2 to ${MAX_STARTS}.`,
  )

export const EventsQuery = Pages.extend({ sort: Sort, ...FILTERS })

export const PlaceQuery = EventsQuery.omit({ page: true }).extend({
  event: z.string().max(600).describe('The `key` of the event.'),
})

export const ChoicesQuery = z.object({
  filter: z.enum(EVENT_FILTERS).describe('The filter whose values you need.'),
  ...FILTERS,
})

export const GroupsQuery = Pages.extend({
  page_size: Pages.shape.page_size.meta({
    description: `At most ${MAX_GROUPS}.`,
    maximum: MAX_GROUPS,
  }),
  by: z.enum(GROUP_BY).default('receiver').describe('What the events of a group have in common.'),
  sort: z
    .optional(GroupsOrder)
    .describe(
      'A column, with "-" before it for descending. Default: -events, the groups with the most missing events first.',
    ),
  starts: z.optional(Starts),
  earlier_from: z
    .optional(CalendarDate)
    .describe(
      'Also count the missing events that match from this day until before `from_date`, as far as they have been read. They are not read for this.',
    ),
  follow_up: z
    .optional(FollowUpFilter)
    .describe(
      'Only groups with an event whose receiver or company you have taken, waits for the customer or is done, or of which nobody has taken either. Causes have no follow-up.',
    ),
  ...FILTERS,
  state: described(FILTERS.state, 'Only events in this state. Default: all.'),
})

const { state: _, ...CRITERIA } = FILTERS

export const ChartQuery = z.object({ ...CRITERIA, starts: Starts })

export const RowsQuery = z.object({
  part: z
    .optional(z.literal('true'))
    .describe('With "true", also the part that has been read of a range that is still being read.'),
  only: z
    .optional(z.enum(['targets', 'report']))
    .describe(
      'With "targets", only what a selection needs of each event. With "report", what became of it: its state, and its first delivery by a replay.',
    ),
  sort: Sort,
  ...FILTERS,
})

/** @throws HttpError 400 if the range has no day */
export function requireDay({ from_date: from, to_date: to }: EventRange): void {
  if (from < to) return
  const message = `from_date (${from}) must be before to_date (${to}).`
  throw validationError({ [NON_FIELD_ERRORS]: [message] })
}
