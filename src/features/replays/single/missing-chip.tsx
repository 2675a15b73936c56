import type { ReactNode } from 'react'
import chip from '../../../ui/chip.module.css'
import type { EventStatesResult } from '../states/event-states-query.ts'

export type KnownStates = Pick<EventStatesResult, 'states' | 'hasFailed'>

/**
 * The state of an event without a replay and without a mark: still missing if the gateway was asked,
 * otherwise unknown, or an empty chip while states load.
 */
export function missingChip({ states, hasFailed }: KnownStates, eventId: string): ReactNode {
  if (states?.has(eventId)) return STILL_MISSING
  return hasFailed ? STATE_UNKNOWN : STATE_LOADING
}

const STILL_MISSING = (
  <span className={chip.chip} data-tone="wait">
    Still missing
  </span>
)
const STATE_UNKNOWN = <span className={chip.chip}>State unknown</span>
/** As large as the chip that will most often replace it. Screen readers would announce it for each row. */
const STATE_LOADING = <span className={chip.chip} data-loading="Still missing" aria-hidden />
