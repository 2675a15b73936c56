import { IconAlertTriangle, IconMapSearch, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PlainButton } from '../plain-button.tsx'
import button from '../row-button.module.css'
import classes from './state.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  /** Says that nothing was found, such as "No failed calls on 21 November 2026". */
  title: string
  message?: ReactNode
  /** Whether it is all that the page has. */
  isPage?: boolean
  children?: ReactNode
}

/** Shown if nothing was found. For data that could not be loaded, use ErrorState. */
export function EmptyState({ icon, title, message, isPage, children }: EmptyStateProps) {
  return (
    <div className={classes.state} data-tone="calm">
      {icon && <div className={classes.icon}>{icon}</div>}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {message && <p className={classes.message}>{message}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}

type ErrorStateProps = {
  icon?: ReactNode
  title: string
  message: ReactNode
  /** The reference by which an operator finds the failure in the log. */
  reference?: string | null
  /** Adds a "Try again" button. */
  onRetry?: () => void
  isRetrying?: boolean
  children?: ReactNode
}

/** Shown if data could not be loaded. It can't be mistaken for an empty result. */
export function ErrorState(props: ErrorStateProps) {
  const { icon = <IconAlertTriangle size={22} aria-hidden />, title, message, children } = props
  return (
    <div className={classes.state} data-tone="bad" role="alert">
      <div className={classes.icon}>{icon}</div>
      <h2>{title}</h2>
      <p className={classes.message}>{message}</p>
      {props.reference && (
        <p className={classes.reference}>
          Reference: <code>{props.reference}</code>
        </p>
      )}
      {(props.onRetry || children) && (
        <div className={classes.actions}>
          {props.onRetry && (
            <PlainButton
              isLoading={props.isRetrying}
              onClick={props.onRetry}
              icon={<IconRefresh size={16} aria-hidden />}
            >
              Try again
            </PlainButton>
          )}
          {children}
        </div>
      )}
    </div>
  )
}

export function NotFound() {
  return (
    <main>
      <title>Page not found · Redial</title>
      <EmptyState
        isPage
        icon={<IconMapSearch size={22} aria-hidden />}
        title="There is no such page"
        message="Check the address. The page may no longer exist."
      >
        <Link to="/" className={button.button} data-size="sm">
          Go to Overview
        </Link>
      </EmptyState>
    </main>
  )
}
