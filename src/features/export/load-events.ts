import type { ShownEvent } from '../../../contract/event-page.ts'
import type { EventTarget } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { ApiError } from '../../api/api-error.ts'
import { requestWithRetries } from '../../api/retries.ts'
import { keepTexts } from '../event/event-json.ts'
import { requestEvents } from '../event/request-events.ts'

/** An event, and where the service listed it. */
export type Place = Omit<EventTarget, 'failed_at'>

/** By their keys. */
export type LoadedEvents = Map<string, ShownEvent>

type Loading = {
  list: FailedEventList
  places: Place[]
  signal: AbortSignal
  /** Called after each page, and with the seconds that a busy service asks to wait. */
  onProgress: (wait: number | null) => void
}

/**
 * Loads the pages where events were listed that are missing in `loaded`, and adds the events with their texts
 * (`originalText`). New events push others to later pages, so events are taken from any of the pages. Those that are
 * not there stay missing.
 *
 * @throws ApiError if a request failed finally; the signal's reason if it is aborted
 */
export async function loadEvents(
  loaded: LoadedEvents,
  { list, places, signal, onProgress }: Loading,
): Promise<void> {
  const missing = places
    .filter(({ key }) => !loaded.has(key))
    .toSorted((one, other) => one.page - other.page)
  const byId = Map.groupBy(missing, ({ id }) => id)
  const pages = Map.groupBy(missing, ({ key, id, ...page }) => JSON.stringify(page))
  for (const [place, ...others] of pages.values()) {
    if (place === undefined || [place, ...others].every(({ key }) => loaded.has(key))) continue
    const ask = () => loadPage(list, place, signal)
    for (const event of await requestWithRetries(ask, { signal, onWait: onProgress })) {
      // Events with the same content have the same id, and each gets a key of its own.
      const key = byId.get(event.id)?.shift()?.key
      if (key !== undefined) loaded.set(key, event)
    }
    onProgress(null)
  }
}

/** Returns no events for a page that the service doesn't have any more. */
async function loadPage(
  list: FailedEventList,
  { from_date, to_date, page, cursor, page_size }: Place,
  signal: AbortSignal,
): Promise<ShownEvent[]> {
  const place = { page, cursor, size: page_size }
  const days = { from_date, to_date }
  try {
    const options = { signal, urgency: 'background' } as const
    const { results, text } = await requestEvents(list, days, place, options)
    keepTexts(results, text)
    return results
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return []
    throw error
  }
}
