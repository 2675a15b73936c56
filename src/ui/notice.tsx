import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** A line above the content that it is about. It replaces nothing. */
export function Notice({ tone, children }: { tone: 'bad' | 'wait' | 'good'; children: ReactNode }) {
  return (
    <p className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
