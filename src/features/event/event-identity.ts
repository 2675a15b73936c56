import type { FailedEvent } from '../../../contract/failed-event.ts'

/** An event with its identity: the service's id or, if there is none, an id from its content. */
export type KnownEvent = FailedEvent & {
  id: string
  /** Ordinal among events with the same id on the page, from 2; absent on the first. */
  twin?: number
}

/** The key of an event in URLs. */
export function eventKey({ id, twin }: KnownEvent): string {
  return twin === undefined ? id : `${id}~${twin}`
}
