import type { ReactNode } from 'react'
import classes from './loading-rows.module.css'

/** Placeholders while the first rows load. */
export function LoadingRows({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div className={classes.rows} role="status">
      <span className={classes.label}>{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <div key={index} className={classes.row} aria-hidden>
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}

/** A table without rows, for its header alone: nothing to use or to read out as long as rows load. */
export function HeaderWhileLoading({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden inert>
      {children}
    </div>
  )
}
