import type { KnownReceiver } from '../../../contract/receiver.ts'
import type { WorstReceiver } from '../overview/cards/worst-receivers.ts'
import { type ShownState, shownState } from '../receivers/health/shown-state.ts'

/** A row of Receivers: a receiver that is known from replays and settings, or from today's failures. */
export type ListedReceiver = Omit<KnownReceiver, 'state'> & {
  state: ShownState
  /** Its events of today that are still missing; null if there are none, undefined if that is unknown. */
  missing: WorstReceiver | null | undefined
  /** Whether it has a name: events that name no receiver share a row. */
  isNamed: boolean
}

/**
 * The receivers in the order in which they need a person: those that are down, those with events that
 * are still missing, most events first, and the others.
 *
 * @param missing undefined if it is unknown
 */
export function listReceivers(
  known: KnownReceiver[],
  missing: WorstReceiver[] | undefined,
): ListedReceiver[] {
  const names = new Set(known.map(({ receiver }) => receiver))
  const byName = new Map(missing?.map(worst => [worst.receiver, worst]))
  const listed = known.map((receiver): ListedReceiver => {
    const own = byName.get(receiver.receiver)
    const { companies } = receiver
    return {
      ...receiver,
      state: shownState(receiver, own),
      companies: companies.length > 0 ? companies : (own?.companies ?? []),
      missing: missing && (own ?? null),
      isNamed: true,
    }
  })
  const others = (missing ?? []).filter(({ receiver }) => !names.has(receiver)).map(withoutReplays)
  return [...listed, ...others].toSorted(
    (one, other) => rank(one) - rank(other) || countMissing(other) - countMissing(one),
  )
}

/** A receiver before the first replay to it: all that is known are its failures. */
function withoutReplays(missing: WorstReceiver): ListedReceiver {
  return {
    receiver: missing.receiver,
    companies: missing.companies,
    state: 'failing',
    last_delivery: null,
    last_failure: null,
    works_since: null,
    fails_since: null,
    last_7_days: { delivered: 0, failed: 0 },
    late_s: null,
    tracking_numbers: 0,
    missing,
    isNamed: missing.isKnown,
  }
}

function rank({ state, missing }: ListedReceiver): number {
  if (state === 'down') return 0
  return missing ? 1 : 2
}

/** Receivers that are down keep their order: the one that has been down longest comes first. */
function countMissing({ state, missing }: ListedReceiver): number {
  return state === 'down' ? 0 : (missing?.count ?? 0)
}
