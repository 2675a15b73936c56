import type { ReactNode } from 'react'
import classes from './state.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  /** Says that nothing was found, such as "No failed calls on 21 November 2026". */
  title: string
  message?: ReactNode
  children?: ReactNode
}

/** Shown if nothing was found. For data that could not be loaded, use ErrorState. */
export function EmptyState({ icon, title, message, children }: EmptyStateProps) {
  return (
    <div className={classes.state} data-tone="calm">
      {icon && <div className={classes.icon}>{icon}</div>}
      <h2>{title}</h2>
      {message && <p className={classes.message}>{message}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
