import type { KnownReceiver } from '../../../../contract/receiver.ts'

/**
 * The states that pages show, in the order in which they need a person. "failing": events for it failed
 * after its last delivered replay, which the gateway's state does not know.
 */
export const SHOWN_STATES = ['down', 'failing', 'recovered', 'works', 'unknown'] as const
export type ShownState = (typeof SHOWN_STATES)[number]

export const STATE_NAMES: Record<ShownState, string> = {
  down: 'Down',
  failing: 'Failing',
  recovered: 'Recovered',
  works: 'Working',
  unknown: 'Unknown',
}

/** A receiver's missing events: when the last of them failed, in ms since 1970, or null if that is unknown. */
export type MissingAtReceiver = { last: number | null }

/** The state of a receiver by all that a page knows, so that no page calls a failing receiver unknown or working. */
export function shownState(
  { state, last_delivery }: Pick<KnownReceiver, 'state' | 'last_delivery'>,
  missing: MissingAtReceiver | null | undefined,
): ShownState {
  if (state === 'down' || !missing) return state
  const isAccepted =
    last_delivery !== null && missing.last !== null && missing.last <= Date.parse(last_delivery)
  return isAccepted ? state : 'failing'
}
