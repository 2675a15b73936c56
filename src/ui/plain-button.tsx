import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import classes from './row-button.module.css'

type PlainButtonProps = ComponentProps<'button'> & {
  icon?: ReactNode
  /** True while the started action runs. The button keeps the focus. */
  isLoading?: boolean | undefined
}

/**
 * Looks like the library's default button. Every page starts with it, because the library's button has
 * nine elements and needs its style engine and transitions (docs/decisions/0050).
 */
export function PlainButton(props: PlainButtonProps) {
  const { icon, isLoading = false, className, onClick, children, ...others } = props
  return (
    <button
      type="button"
      data-size="sm"
      {...others}
      className={clsx(classes.button, className)}
      aria-disabled={isLoading || undefined}
      onClick={isLoading ? undefined : onClick}
    >
      {isLoading ? <i className={classes.loader} aria-hidden /> : icon}
      {children}
    </button>
  )
}
