import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PAGE_SIZES } from '../../../contract/pages/page.ts'
import * as messages from '../messages.ts'
import button from '../row-button.module.css'
import { useDelayedFlag } from '../use-delayed-flag.ts'
import classes from './pager.module.css'
import type { TableModel } from './use-table-model.ts'

type PagerProps = {
  /** The table, which has a `pagination`. */
  table: Pick<TableModel<never>, 'table'>
  /** Such as "1,284 failed calls, page 3 of 65". */
  summary: string
  isBusy?: boolean
  /** Actions for everything on all pages. */
  children?: ReactNode
}

/** The foot of a table, which stays visible while its rows scroll. */
export function Pager(props: PagerProps) {
  const { table } = props.table
  const isWaiting = useDelayedFlag(props.isBusy === true, 150)
  return (
    <div className={classes.pager}>
      <p className={classes.summary} aria-live="polite">
        {props.summary}
        {isWaiting && <span className={classes.busy}>{messages.loading}</span>}
      </p>
      {props.children}
      <div className={classes.size} title={`${messages.rows} ${messages.perPage}`}>
        <label htmlFor="page-size">
          {messages.rows} <span className={classes.perPage}>{messages.perPage}</span>
        </label>
        <select
          id="page-size"
          value={table.state.pagination.pageSize}
          onChange={({ currentTarget: { value } }) =>
            table.setPagination({ pageIndex: 0, pageSize: Number(value) })
          }
        >
          {PAGE_SIZES.map(size => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      <nav className={classes.turn} aria-label={messages.pages}>
        <TurnButton
          direction="previous"
          isOn={table.getCanPreviousPage()}
          onClick={table.previousPage}
        />
        <TurnButton direction="next" isOn={table.getCanNextPage()} onClick={table.nextPage} />
      </nav>
    </div>
  )
}

/**
 * It keeps the focus while it is off. A `disabled` button would lose the focus on the last page.
 */
function TurnButton({
  direction,
  isOn,
  onClick,
}: {
  direction: 'previous' | 'next'
  isOn: boolean
  onClick: () => void
}) {
  const isNext = direction === 'next'
  return (
    <button
      type="button"
      className={button.button}
      data-size="xs"
      aria-disabled={!isOn}
      onClick={isOn ? () => onClick() : undefined}
    >
      {!isNext && <IconChevronLeft size={15} aria-hidden />}
      <span>{isNext ? messages.nextPage : messages.previousPage}</span>
      {isNext && <IconChevronRight size={15} aria-hidden />}
    </button>
  )
}
