import * as z from 'zod/mini'
import {
  EventPageAnswer,
  eventPagePath,
  type ShownEvent,
  type ShownPage,
} from '../../../contract/event-page.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { type Page, pageOrListOf } from '../../../contract/pages/page.ts'
import { NOWHERE, type PagePlace } from '../../../contract/pages/page-place.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Urgency } from '../../api/list-requests.ts'
import { readAnswer, request } from '../../api/request.ts'

type Days = { from_date: string; to_date: string }
type Place = PagePlace & { size: number }

/** A page of a list, and the service's answer that lists it. */
export type EventsAnswer = Omit<Page<ShownEvent>, 'isCut'> &
  Pick<ShownPage, 'fields' | 'missing_columns' | 'states'> & { text: string }

/**
 * Loads a page of failed events of any service, as it is now.
 *
 * @throws ApiError, also if the service's answer is no list
 */
export async function requestEvents(
  list: FailedEventList,
  days: Days,
  place: Place,
  options: { signal: AbortSignal; urgency?: Urgency },
): Promise<EventsAnswer> {
  const path = eventPagePath(list, days, place)
  const { page, text } = await request(EventPageAnswer, path, options)
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
