/*
 * The bar loads when the first event is selected, so its texts are apart from those of the list.
 */

import { formatNumber } from '../../../format/numbers.ts'

export const selectedEvents = 'Selected events'
/** "All 1,284 selected", or "All selected" if the service doesn't count them */
export const allSelected = (count: number | null) => `All ${selected(count)}`
export const selected = (count: number | null) =>
  `${count === null ? '' : `${formatNumber(count)} `}selected`
export const selectAllOfRange = (count: number | null) =>
  `Select all ${count === null ? '' : `${formatNumber(count)} `}of this range`

export const selectAllMatching = (count: number) =>
  count === 1 ? 'Select the one that matches' : `Select all ${formatNumber(count)} that match`
/** "14 selected, 12 not in this list" */
export const notInList = (outside: number, isAllOutside: boolean) =>
  `, ${isAllOutside ? 'none' : `${formatNumber(outside)} not`} in this list`
export const keepOnly = (count: number) =>
  count === 1 ? 'Keep only this one' : `Keep only these ${formatNumber(count)}`

export const moreActions = 'More actions for the selected events'
export const clear = 'Clear'
export const replaySelected = 'Replay selected…'
