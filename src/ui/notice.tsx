import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** A line above what it is about, which stays in sight: it takes the place of nothing. */
export function Notice({ tone, children }: { tone: 'bad' | 'wait' | 'good'; children: ReactNode }) {
  return (
    <p className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
