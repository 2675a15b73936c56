import type { Kysely } from 'kysely'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { trackingNumberKey } from '../../../../contract/receiver.ts'
import type { Schema } from '../../../database/schema.ts'
import { receiversOfNumbers } from '../../events/event-source.ts'
import type { Owner } from '../../session/caller.ts'
import type { ListedEvent } from '../reading/parse-list-page.ts'
import type { FrozenEvent } from '../store/add-items.ts'

/** Decides what a run does with events, and where they go. */
export async function frozenEvents(
  db: Kysely<Schema>,
  owner: Owner,
  list: FailedEventList,
  events: ListedEvent[],
): Promise<FrozenEvent[]> {
  const needsSettings = events.some(
    event => namedReceiver(event) === null && event.tracking_number !== null,
  )
  const settings = needsSettings ? await receiversOfNumbers(db, owner) : null
  const urls = new Map(settings?.numbers.map((number, index) => [number, settings.urls[index]]))
  return events.map(event => {
    const { id, payload, tracking_number, company, failed_at } = event
    // The event's own receiver takes precedence.
    const receiver =
      namedReceiver(event) ?? urls.get(trackingNumberKey(tracking_number ?? '')) ?? null
    const reason = reasonToSkip(event, receiver)
    return {
      list,
      event_id: id,
      state: reason === null ? 'prepared' : 'skipped',
      receiver_url: receiver,
      // A database text can't contain U+0000.
      payload: payload.replaceAll('\0', ''),
      reason,
      company,
      failed_at,
    }
  })
}

/** A database text can't contain U+0000. Without its receiver, the event would go to another one. */
function namedReceiver({ callback_url }: ListedEvent): string | null {
  return callback_url?.replaceAll('\0', '\uFFFD') ?? null
}

function reasonToSkip(event: ListedEvent, receiver: string | null): string | null {
  if (event.payload === 'null')
    return 'The service gives no payload for this event, so there is nothing to send.'
  if (event.isUnreadable)
    return 'The service gives the payload of this event in a form that is not valid JSON, such as NaN for a number, so no receiver could read it. The operator of the service has to correct that.'
  if (receiver !== null) return null
  return event.tracking_number === null
    ? 'The event names neither a receiver nor a tracking number that could have one.'
    : 'The event names no receiver. Set one for its tracking number in Settings, then replay it.'
}

const NOT_LISTED = 'The service does not list this event in this range any more.'

/** An event that was requested by id and not found in the service's list. */
export function missingEvent(
  list: FailedEventList,
  event_id: string,
  reason = NOT_LISTED,
): FrozenEvent {
  const nothing = { receiver_url: null, payload: '', company: null, failed_at: null }
  return { list, event_id, state: 'skipped', reason, ...nothing }
}
