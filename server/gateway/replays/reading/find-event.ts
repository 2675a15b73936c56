import type { EventFields } from '../../../../contract/fields/read-event.ts'
import {
  FIRST_PAGE,
  isPlace,
  type NextPage,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type NamedEvent, readNamedEvents } from './events-to-replay.ts'
import { type ListRange, pathOfPage, readListPage } from './list-page.ts'
import { pagesFrom, type ReadPage } from './pages-from.ts'
import type { ListedEvent } from './parse-list-page.ts'
import { BudgetSpent, RequestBudget, untilSpent } from './request-budget.ts'

/** An event and the page where it was listed. */
export type EventPlace = ListRange & NamedEvent

/** A person waits for this search: 2,500 new failures push an event over as many pages of 25. */
const MAX_PAGES = 100

/** The result of a search: the event, or why it was not found. */
export type EventSearch = ListedEvent | 'not listed' | 'stopped'

/** The reason for a search that was stopped. */
export const SEARCH_STOPPED = `Redial did not find this event on ${MAX_PAGES} pages of the list and stopped looking. Choose a shorter range that has it.`

/**
 * Reads one event from the service with the caller's token. The search starts on the page where it
 * was listed, then tries the pages after it, where new failures push it, then the pages before it.
 *
 * @param signal ends the search, but not before that first page was read: a person may click Replay
 *   and close the tab
 * @returns "not listed" if the service doesn't list it in this range any more, "stopped" if the
 *   search ended before all of the list was read
 * @throws HttpError with the service's status if it refuses, 502 if its answer can't be read;
 *   the signal's reason when it is aborted
 */
export async function findEvent(
  upstream: Upstream,
  authorization: string,
  event: EventPlace,
  signal: AbortSignal,
  fields: EventFields | null = null,
): Promise<EventSearch> {
  const budget = new RequestBudget(MAX_PAGES)
  let until: AbortSignal | undefined
  const read = async (place: PagePlace) => {
    until?.throwIfAborted()
    budget.spend()
    const path = pathOfPage(event, place, event.page_size)
    const answer = await upstream.get(path, authorization, until)
    until = signal
    return readListPage(answer, place, fields)
  }
  try {
    return (await search(event, read)) ?? 'not listed'
  } catch (error) {
    if (error instanceof BudgetSpent) return 'stopped'
    throw error
  }
}

/**
 * Those of the events that the service lists in this range, read with the caller's token. The search ends
 * like that of a run, so events may be missing that are on pages far from where they were listed.
 *
 * @throws HttpError with the service's status if it refuses, 502 if its answer can't be read;
 *   the signal's reason when it is aborted
 */
export async function findEvents(
  upstream: Upstream,
  authorization: string,
  { range, events }: { range: ListRange; events: NamedEvent[] },
  signal: AbortSignal,
  fields: EventFields | null,
): Promise<ListedEvent[]> {
  const budget = RequestBudget.forRun(events)
  const readPage = async (place: PagePlace, pageSize: number) => {
    budget.spend()
    const answer = await upstream.get(pathOfPage(range, place, pageSize), authorization, signal)
    return readListPage(answer, place, fields)
  }
  const listed: ListedEvent[] = []
  for await (const page of untilSpent(readNamedEvents(readPage, events, upstream.pageSize))) {
    if (page.events.length > 0) budget.refund()
    listed.push(...page.events)
  }
  return listed
}

async function search(
  { id, page, cursor }: EventPlace,
  read: ReadPage,
): Promise<ListedEvent | null> {
  const listed = { page, cursor }
  for await (const { events } of pagesFrom(listed, read)) {
    const found = events.find(one => one.id === id)
    if (found) return found
  }
  if (page === 1 && cursor === undefined) return null
  for await (const { events, next } of pagesFrom(FIRST_PAGE, read)) {
    const found = events.find(one => one.id === id)
    if (found) return found
    if (isAt(next, listed)) return null
  }
  return null
}

/** Whether continuing leads to pages that were checked already. */
function isAt(next: NextPage, { page, cursor }: PagePlace): boolean {
  if (!isPlace(next)) return false
  return cursor === undefined
    ? next.cursor === undefined && next.page >= page
    : next.cursor === cursor
}
