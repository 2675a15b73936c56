import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import type { DateRange, StateFilter } from '../../event/list/list-search.ts'
import classes from './figure.module.css'

export const unknownCount = 'Unknown'

export type FigureProps = {
  /** null if it isn't known. The card then says so and shows no number, not even 0. */
  count: number | null
  isAtLeast?: boolean
  isWaiting: boolean
  /** "failed calls today" */
  label: string
  list: FailedEventList
  state?: StateFilter
  range: DateRange
}

export function Figure(props: FigureProps) {
  const { count, isAtLeast = false, isWaiting, label, list, state, range } = props
  return (
    <ListLink className={classes.figure} list={list} state={state} range={range}>
      <span className={classes.count} data-known={count !== null}>
        {count === null ? (isWaiting ? 'Counting…' : unknownCount) : formatNumber(count)}
        {isAtLeast && count !== null && <span className={classes.least}>or more</span>}
      </span>{' '}
      <span className={classes.label}>{label}</span>
    </ListLink>
  )
}
