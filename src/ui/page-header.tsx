import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { useFocusIfLost } from './use-focus-if-lost.ts'

/** The head of a page: its name, a sentence about its purpose, and its main action. */
export function PageHeader({
  title,
  children,
  action,
  range,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** In a compact header: the days of the list, on the same line as the title. */
  range?: ReactNode
}) {
  const heading = useFocusIfLost<HTMLHeadingElement>()
  return (
    <header className={classes.header} data-compact={range !== undefined || undefined}>
      <title>{`${title} · Redial`}</title>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children && <p className={classes.purpose}>{children}</p>}
      </div>
      {range}
      {action}
    </header>
  )
}
