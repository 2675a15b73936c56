import type { ReactNode } from 'react'
import classes from './card.module.css'

/** The surface for a table, its pager and its states. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>
}
