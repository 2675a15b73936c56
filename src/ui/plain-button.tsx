import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import classes from './row-button.module.css'

type PlainButtonProps = ComponentProps<'button'> & {
  icon?: ReactNode
  /** Of what it has started. It keeps the keyboard's focus in the meantime. */
  isLoading?: boolean | undefined
}

/**
 * Looks like the library's default button, for what every page begins with: the library's own has
 * nine elements, and brings its styles engine and transitions (docs/decisions/0009).
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
