import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PlainButton } from '../plain-button.tsx'
import classes from './state.module.css'

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
