import { FIRST_PAGE, type PagePlace } from '../../../contract/pages/page-place.ts'
import type { IdentifiedEvent } from '../event/event-identity.ts'

/** An event, what the address calls it, and the page of the list that it stood on when it was read. */
export type ReadEvent = {
  event: IdentifiedEvent
  key: string
  page: number
  cursor?: string | undefined
}

/** The page to read, and how often the list has been gone through with that. */
export type Place = PagePlace & { pass: number }

/** How far the reading of a range of a list has come. */
export type RangeReading = {
  /** Newest first, as the service lists them. While the range is loaded again, the events of the load before. */
  events: ReadEvent[]
  /** Whether `events` is all that there was at `readAt`. */
  isComplete: boolean
  /** When `events` was complete, in ms since 1970. */
  readAt: number | null
  /** How many the service counts; null until it has said so. */
  count: number | null
  /** How many of them have been read. */
  read: number
  /** How many came while they were being read. They are read too, at the end. */
  came: number
  /** A busy service has asked us to wait so long. */
  wait: { seconds: number } | null
  /** Why it stopped before the end, where no error made it. */
  stopped: 'cancelled' | 'limit' | null
  /** Where to read on. */
  place: Place
}

export const NOT_READ: RangeReading = {
  events: [],
  isComplete: false,
  readAt: null,
  count: null,
  read: 0,
  came: 0,
  wait: null,
  stopped: null,
  place: { ...FIRST_PAGE, pass: 1 },
}
