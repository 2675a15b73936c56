import * as z from 'zod/mini'
import {
  EventPageAnswer,
  eventPagePath,
  FULL_EVENTS_PATH,
  type FullEvent,
  FullEvents,
  type ShownEvent,
  type ShownPage,
} from '../../../contract/event-page.ts'
import { EVENTS_PATH, ListedEvent, type NamedEvents } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { type Page, pageOrListOf } from '../../../contract/pages/page.ts'
import { NOWHERE, type PagePlace } from '../../../contract/pages/page-place.ts'
import { ApiError } from '../../api/api-error.ts'
import { readAnswer, request, requestLines } from '../../api/request.ts'
import { pause } from '../../api/retries.ts'
import type { NamedTarget } from './list/replay-target.ts'

type Days = { from_date: string; to_date: string }
type Place = PagePlace & { size: number }

/** A page of a list, and the service's answer that lists it. */
export type EventsAnswer = Omit<Page<ShownEvent>, 'isCut'> &
  Pick<ShownPage, 'missing_columns' | 'states'> & { text: string }

/**
 * Loads a page of failed events of any service, as it is now.
 *
 * @throws ApiError, also if the service's answer is no list
 */
export async function requestEvents(
  list: FailedEventList,
  days: Days,
  place: Place,
  signal: AbortSignal,
): Promise<EventsAnswer> {
  const path = eventPagePath(list, days, place)
  const { page, text } = await request(EventPageAnswer, path, { signal })
  if (page === null) throw await whyUnreadable(text, place)
  const { is_first: isFirst, next, previous, ...rest } = page
  return {
    ...rest,
    isFirst,
    next: next === null || next === NOWHERE ? next : placeOf(next),
    previous: previous && placeOf(previous),
    text,
  }
}

/**
 * Loads events with their payloads from the service, at first where they were listed. Those that it no longer lists
 * are missing, and events that share their id with a named one are there, too.
 */
export async function requestFullEvents(
  list: FailedEventList,
  { from_date, to_date }: Days,
  events: NamedTarget[],
  signal: AbortSignal,
): Promise<FullEvent[]> {
  const named = events.map(({ id, page, cursor, page_size }) => ({ id, page, cursor, page_size }))
  const body = { list, from_date, to_date, events: named }
  return (await request(FullEvents, FULL_EVENTS_PATH, { method: 'POST', body, signal })).results
}

const ASK_AGAIN_MS = 500

/**
 * Loads events from the gateway's copy, once it has read all of them.
 *
 * @param onWait called before each pause in which it reads
 */
export async function requestListedEvents(
  named: NamedEvents,
  signal: AbortSignal,
  onWait: () => Promise<void> = async () => {},
): Promise<ListedEvent[]> {
  for (;;) {
    try {
      const events: ListedEvent[] = []
      const options = { method: 'POST' as const, body: named, signal }
      for await (const event of requestLines(ListedEvent, `${EVENTS_PATH}/rows`, options)) {
        events.push(event)
      }
      return events
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      await onWait()
      await pause(ASK_AGAIN_MS, signal)
    }
  }
}

/** Loads an event with its payload; null if the service no longer lists it. */
export async function requestFullEvent(
  list: FailedEventList,
  event: Days & NamedTarget & { key: string },
  signal: AbortSignal,
): Promise<FullEvent | null> {
  const events = await requestFullEvents(list, event, [event], signal)
  const { key, id } = event
  const ordinal = key === id ? 1 : Number(key.slice(id.length + 1))
  return events[ordinal - 1] ?? events[0] ?? null
}

type SentPlace = NonNullable<ShownPage['previous']>

function placeOf({ page, cursor }: SentPlace): PagePlace {
  return { page, cursor }
}

function whyUnreadable(text: string, place: Place): Promise<unknown> {
  const answer = { status: 200, text, retryAfter: null, isSignedOut: false, reference: null }
  const reading = readAnswer(pageOrListOf(z.unknown(), place, place.size), answer)
  return reading.then(
    () => new ApiError('unreadable', { status: 200, answer: text }),
    (error: unknown) => error,
  )
}
