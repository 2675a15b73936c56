import type { ReactNode } from 'react'
import classes from './state.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  /** Says that nothing was found, such as "No failed calls on 21 November 2026". */
  title: string
  message?: ReactNode
  /** It is in a section with a heading of its own. */
  isInSection?: boolean
  children?: ReactNode
}

/** Shown if nothing was found. For data that could not be loaded, use ErrorState. */
export function EmptyState({ icon, title, message, isInSection, children }: EmptyStateProps) {
  const Heading = isInSection ? 'h3' : 'h2'
  return (
    <div className={classes.state} data-tone="calm">
      {icon && <div className={classes.icon}>{icon}</div>}
      <Heading>{title}</Heading>
      {message && <p className={classes.message}>{message}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
