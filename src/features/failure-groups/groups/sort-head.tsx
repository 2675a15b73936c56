import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { nextSort, type Sort } from '../../range/sort.ts'
import classes from './sort-head.module.css'

type SortHeadProps<Column extends string> = {
  column: Column
  sort: Sort<Column>
  onSort: (sort: string) => void
  /** Which end one wants to see first. */
  first?: Sort<Column>['direction']
  align?: 'end'
  children: ReactNode
}

/** The head of a column that a table can be sorted by. */
export function SortHead<Column extends string>(props: SortHeadProps<Column>) {
  const { column, sort, onSort, first = 'ascending', align, children } = props
  const isSorted = sort.column === column
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      data-column={column}
      data-align={align}
      aria-sort={isSorted ? sort.direction : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(nextSort(sort, column, first))}
      >
        {children}
        <span className={classes.arrow}>{isSorted && <Arrow size={14} aria-hidden />}</span>
      </button>
    </th>
  )
}
