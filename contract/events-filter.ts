import * as z from 'zod/mini'
import { FailedEventList } from './failed-event.ts'
import { CalendarDate, TimeOfDay } from './time/calendar-date.ts'

/** Longer texts come only from links and pastes. */
const Words = z.optional(z.string().check(z.minLength(1), z.maxLength(2_000)))

/** The filters except the state. Their values are texts as the lists show them. */
const FilterValues = z.object({
  cause: Words,
  receiver: Words,
  company: Words,
  kind: Words,
  status: Words,
})
export const { options: EVENT_FILTERS } = z.keyof(FilterValues)
export type EventFilter = keyof z.infer<typeof FilterValues>

export const StateFilter = z.enum(['missing', 'delivered', 'handled', 'all'])
export type StateFilter = z.infer<typeof StateFilter>

/** Which events of a range are meant. */
export const EventsFilter = z.object({
  list: FailedEventList,
  from_date: CalendarDate,
  to_date: CalendarDate,
  /** From this time of the first day, and until the end of this minute of the last day. */
  from_time: z.optional(TimeOfDay),
  to_time: z.optional(TimeOfDay),
  /** Words in any order and numbers in any format, which an event must contain. */
  q: Words,
  ...FilterValues.shape,
  /** By default all. */
  state: z.optional(StateFilter),
})
export type EventsFilter = z.infer<typeof EventsFilter>

/** The maximum number of groups on a page: more receivers than fail at once at any account that we know. */
export const MAX_GROUPS = 500

/** The same without the range, and for several receivers at once. */
export const MatchingEvents = z.extend(
  z.omit(EventsFilter, { list: true, from_date: true, to_date: true }),
  {
    receivers: z.optional(
      z.array(z.string().check(z.maxLength(2_000))).check(z.minLength(1), z.maxLength(MAX_GROUPS)),
    ),
  },
)
export type MatchingEvents = z.infer<typeof MatchingEvents>
