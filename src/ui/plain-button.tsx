import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import classes from './row-button.module.css'

type PlainButtonProps = ComponentProps<'button'> & {
  icon?: ReactNode
  /** True while the started action runs. */
  isLoading?: boolean | undefined
  /** It does nothing, and keeps the focus, which a `disabled` button would lose. */
  isOff?: boolean
}

/**
 * Looks like the library's default button. Every page starts with it, because the library's button has
 * nine elements and needs its style engine and transitions (docs/decisions/0050).
 */
export function PlainButton(props: PlainButtonProps) {
  const { icon, isLoading, isOff = isLoading, className, onClick, children, ...others } = props
  return (
    <button
      type="button"
      data-size="sm"
      {...others}
      className={clsx(classes.button, className)}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      {isLoading ? <i className={classes.loader} aria-hidden /> : icon}
      {children}
    </button>
  )
}
