import { FIRST_PAGE, type PagePlace } from '../../../contract/pages/page-place.ts'
import type { IdentifiedEvent } from '../event/event-identity.ts'

/** An event with its key in URLs and the page of the list that it was read from. */
export type ReadEvent = {
  event: IdentifiedEvent
  key: string
  page: number
  cursor?: string | undefined
}

/** The page to read, and the number of passes over the list. */
export type Place = PagePlace & { pass: number }

/** The load progress of a range of a list. */
export type RangeLoad = {
  /** Newest first, like in the service's list. While the range is loaded again, the previous events. */
  events: ReadEvent[]
  /** Whether `events` contains all events at the time `readAt`. */
  isComplete: boolean
  /** When `events` was complete, in ms since 1970. */
  readAt: number | null
  /** The service's count; null until it is known. */
  count: number | null
  /** The number of loaded events. */
  read: number
  /** The number of events that arrived during the load. They are loaded at the end. */
  came: number
  /** The wait that a busy service has asked for. */
  wait: { seconds: number } | null
  /** Why it stopped before the end without an error. */
  stopped: 'cancelled' | 'limit' | null
  /** Where to continue. */
  place: Place
}

export const NOT_LOADED: RangeLoad = {
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
