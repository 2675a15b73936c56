import { RECEIVER_HEALTH_PATH, ReceiverHealth, receiverName } from '../../../contract/receiver.ts'
import type { Extension } from '../upstream/extension.ts'

type Health = ReceiverHealth['results'][number]

/** The health of each receiver, by its name. */
export type LiveReceivers = ReadonlyMap<string, Health>

/** How live deliveries go, if the service says so. */
export const LIVE_DELIVERIES: Extension<LiveReceivers> = {
  path: RECEIVER_HEALTH_PATH,
  parse: json => byName(ReceiverHealth.parse(json).results),
}

/** A page that is open asks every few seconds, and waits for nothing else. */
export const LIVE_TIMINGS = { freshMs: 10_000 }

/** URLs that differ only in how they are written are one receiver, and the busiest of them speaks for it. */
function byName(health: Health[]): LiveReceivers {
  const busiestLast = health.toSorted((one, other) => one.delivered - other.delivered)
  return new Map(busiestLast.map(each => [receiverName(each.callback_url), each]))
}
