import type { ListedEvent } from './parse-list-page.ts'

/** The receivers that somebody set for these tracking numbers, if any. */
export type ReceiversOf = (trackingNumbers: string[]) => Promise<Map<string, string>>

/** An event as a run stores it: to be sent, or skipped for a reason. */
export type FrozenEvent = {
  event_id: string
  state: 'prepared' | 'skipped'
  receiver_url: string | null
  payload: string
  reason: string | null
  company: string | null
  failed_at: string | null
}

/** Decides what a run does with events, and where they go. */
export async function frozenEvents(
  events: ListedEvent[],
  receiversOf: ReceiversOf,
): Promise<FrozenEvent[]> {
  const unnamed = events.filter(event => namedReceiver(event) === null)
  const chosen = await receiversOf(unnamed.flatMap(event => event.tracking_number ?? []))
  return events.map(event => ({
    ...frozenEvent(event, receiverUrl(event, chosen)),
    company: event.company,
    failed_at: event.failed_at,
  }))
}

/** The receiver of an event. Its own takes precedence. */
function receiverUrl(event: ListedEvent, chosen: Map<string, string>): string | null {
  return namedReceiver(event) ?? chosen.get(event.tracking_number ?? '') ?? null
}

/** A database text can't contain U+0000. */
function namedReceiver({ callback_url }: ListedEvent): string | null {
  const isUrl = callback_url !== null && callback_url.trim() !== '' && !callback_url.includes('\0')
  return isUrl ? callback_url : null
}

function frozenEvent(
  event: ListedEvent,
  receiver_url: string | null,
): Omit<FrozenEvent, 'company' | 'failed_at'> {
  const { id, payload, tracking_number } = event
  if (payload === 'null') {
    return skipped(
      id,
      payload,
      'The service gives no payload for this event, so there is nothing to send.',
    )
  }
  if (event.isUnreadable) {
    return skipped(
      id,
      // A database text can't contain U+0000.
      payload.replaceAll('\0', ''),
      'The service gives the payload of this event in a form that is not valid JSON, such as NaN for a number, so no receiver could read it. The operator of the service has to correct that.',
    )
  }
  if (receiver_url === null) {
    const reason =
      tracking_number === null
        ? 'The event names neither a receiver nor a tracking number that could have one.'
        : 'The event names no receiver. Set one for its tracking number in Settings, then replay it.'
    return skipped(id, payload, reason)
  }
  return { event_id: id, state: 'prepared', receiver_url, payload, reason: null }
}

const NOT_LISTED = 'The service does not list this event in this range any more.'

/** An event that was requested by id and not found in the service's list. */
export function missingEvent(id: string, reason = NOT_LISTED): FrozenEvent {
  return { ...skipped(id, '', reason), company: null, failed_at: null }
}

function skipped(
  event_id: string,
  payload: string,
  reason: string,
): Omit<FrozenEvent, 'company' | 'failed_at'> {
  return { event_id, state: 'skipped', receiver_url: null, payload, reason }
}
