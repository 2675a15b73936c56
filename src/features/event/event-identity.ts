import type { FailedEvent } from '../../../contract/failed-event.ts'

/** An event, and what it is known by: the service's id, or where it gives none, its content. */
export type KnownEvent = FailedEvent & {
  id: string
  /** From 2 on: the how manieth of that id it is on its page. The first one has none. */
  twin?: number
}

/** What the address calls an event. */
export function eventKey({ id, twin }: KnownEvent): string {
  return twin === undefined ? id : `${id}~${twin}`
}
