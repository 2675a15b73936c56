import type { EventPageAnswer, ShownEvent } from '../../../../contract/event-page.ts'
import type { FieldMap } from '../../../../contract/fields/field-map.ts'
import type { ListReader } from '../../fields/field-repository.ts'
import type { GatewayParts } from '../../gateway-dependencies.ts'
import type { ListRange } from '../../replays/reading/list-page.ts'
import { parseInThread } from '../../replays/reading/parse-in-thread.ts'
import { eventStates, eventStatesVersion } from '../event-states.ts'
import { readFewerAgain } from '../reading/mirror-store.ts'
import { type PlaceOfPage, parseShownPage } from './parse-shown-page.ts'

/**
 * Reads a page of failed events of the service for the dashboard, with what has become of the events.
 *
 * @param body the service's answer to the reader's own request
 * @throws BadAnswer if it takes too much time or memory
 */
export async function readEventPage(
  { db, fields: repository, provenLists, timeZone }: GatewayParts,
  reader: ListReader,
  range: ListRange,
  at: PlaceOfPage,
  body: Uint8Array,
): Promise<EventPageAnswer> {
  // The version is read before the states, so that the next request finds a change in between.
  const [fields, version] = await Promise.all([
    repository.ofPage(reader, range, body),
    eventStatesVersion(db, range.list, reader),
  ])
  const { page, text } = await parseInThread(parseShownPage, { body, at, fields })
  if (page === null) return { page, text }
  provenLists.noteAccepted(reader.tokenKey, range.list)
  const ids = [...new Set(page.results.map(({ id }) => id))]
  const [eventsWithStates] = await Promise.all([
    eventStates(db, range.list, ids, reader, timeZone),
    // Each further page would count a large range again.
    page.is_first && page.count !== null && readFewerAgain(db, reader, range, page.count),
  ])
  const states = { version, ...eventsWithStates }
  return { page: { ...page, missing_columns: missingColumns(fields.map, page), states }, text }
}

/** Columns of failed events that no field of the service can fill, by their ids. A time that can't be read is shown unchanged. */
function missingColumns(
  { item, payload }: FieldMap,
  { results }: { results: ShownEvent[] },
): string[] {
  const haveNone = (...paths: (string | null)[]) => paths.every(path => path === null)
  const missing: [string, boolean][] = [
    [
      'failed_at',
      haveNone(item.failed_at, item.attempts, payload.call_end_stamp, payload.call_start_stamp) &&
        results.every(({ unread_time }) => unread_time === undefined),
    ],
    ['caller', haveNone(payload.caller_number, payload.tracking_number)],
    ['cause', haveNone(item.status, item.error, item.attempts)],
    // A tracking number can have a receiver in Settings.
    ['receiver', haveNone(item.receiver, payload.tracking_number)],
    ['attempts', haveNone(item.attempt_count, item.attempts)],
    ['call_id', haveNone(payload.call_id)],
    ['event_id', haveNone(item.id)],
  ]
  return missing.flatMap(([id, isMissing]) => (isMissing ? [id] : []))
}
