import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../format/numbers.ts'
import type { DateRange, StateFilter } from '../../event/list/list-search.ts'
import classes from './figure.module.css'
import { ListLink } from './list-link.tsx'
import * as cardMessages from './messages.ts'
import * as messages from './messages.ts'

type FigureProps = {
  /** null if it isn't known. The card then says so and shows no number, not even 0. */
  count: number | null
  isAtLeast?: boolean
  isWaiting: boolean
  /** "failed calls today" */
  label: string
  list: FailedEventList
  /** The counted events of the list. */
  state?: StateFilter
  range: DateRange
}

/** A number that links to the list of the counted events. */
export function Figure({ count, isAtLeast = false, isWaiting, label, ...place }: FigureProps) {
  return (
    <ListLink className={classes.figure} {...place}>
      <span className={classes.count} data-known={count !== null}>
        {count === null
          ? isWaiting
            ? cardMessages.counting
            : messages.unknown
          : formatNumber(count)}
        {isAtLeast && count !== null && (
          <span className={classes.least}>{cardMessages.orMore}</span>
        )}
      </span>{' '}
      <span className={classes.label}>{label}</span>
    </ListLink>
  )
}
