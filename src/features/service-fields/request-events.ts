import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FailedEvent, type FailedEventList } from '../../../contract/failed-event.ts'
import { type Page, pageOrListOf } from '../../../contract/pages/page.ts'
import type { PagePlace } from '../../../contract/pages/page-place.ts'
import { loadModule } from '../../api/connection.ts'
import type { Urgency } from '../../api/list-requests.ts'
import { requestWithText } from '../../api/request.ts'
import { sessionQuery } from '../session/session-query.ts'

type EventsAsked = {
  list: FailedEventList
  from_date: string
  to_date: string
  place: PagePlace
  size?: number
}

export type EventsAnswer = {
  answer: Page<FailedEvent>
  text: string
  /** The fields by which the items of a foreign service were read. */
  readAs?: string
}

/** Loads a page of failed events of any service, with any field names. */
export async function requestEvents(
  client: QueryClient,
  { list, from_date, to_date, place, size }: EventsAsked,
  path: string,
  options: { signal: AbortSignal; urgency?: Urgency },
): Promise<EventsAnswer> {
  if (client.getQueryData(sessionQuery.queryKey)?.is_foreign !== true) {
    return requestWithText(pageOrListOf(FailedEvent, place, size), path, options)
  }
  const module = loadModule(() => import('./read-foreign-events.ts'))
  const { answer, text } = await requestWithText(
    pageOrListOf(z.unknown(), place, size),
    path,
    options,
  )
  const { readForeignEvents } = await module
  const asked = { list, from_date, to_date, ...place, page_size: size }
  const { events, readAs } = await readForeignEvents(client, asked, answer.results)
  return { answer: { ...answer, results: events }, text, readAs }
}
