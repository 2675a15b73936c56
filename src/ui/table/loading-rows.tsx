import { clsx } from 'clsx'
import classes from './loading-rows.module.css'
import type { TableModel } from './use-table-model.ts'

type LoadingRowsProps = {
  label: string
  rows?: number
  /** The table that the rows will be in, whose columns they have. */
  table?: Pick<TableModel<never>, 'shown' | 'gridTemplateColumns' | 'density'>
  className?: string | undefined
}

export function LoadingRows({ label, rows = 8, table, className }: LoadingRowsProps) {
  return (
    <div
      className={clsx(classes.rows, className)}
      role="status"
      data-density={table?.density}
      data-table={table && ''}
      style={table && { gridTemplateColumns: table.gridTemplateColumns }}
    >
      <span className={classes.label}>{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <div key={index} className={classes.row} aria-hidden>
          {table ? (
            table.shown.map(({ id }) => <span key={id} />)
          ) : (
            <>
              <span />
              <span />
              <span />
              <span />
            </>
          )}
        </div>
      ))}
    </div>
  )
}
