import type { ReactNode } from 'react'
import classes from './card.module.css'

/** The surface that a table, with its pager and its states, stands on. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>
}
