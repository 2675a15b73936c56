import type { ReactNode } from 'react'
import { formatFirstNames } from '../../format/text.ts'
import classes from './receiver-name.module.css'

type ReceiverNameProps = {
  companies: string[]
  /** How many more companies there are; null if that is unknown. */
  further?: number | null
  /** The receiver's URL, or a link with it. */
  children: ReactNode
}

/** A receiver: the companies, by which people know it, before its URL. */
export function ReceiverName({ companies, further = null, children }: ReceiverNameProps) {
  const isKnown = companies.length > 0
  return (
    <>
      {isKnown && (
        <span className={classes.company} translate="no">
          {formatFirstNames(companies, further)}
        </span>
      )}
      <span className={classes.receiver} data-leads={!isKnown || undefined}>
        {children}
      </span>
    </>
  )
}
