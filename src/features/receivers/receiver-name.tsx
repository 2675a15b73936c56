import type { ReactNode } from 'react'
import { formatFirstNames } from '../../../contract/text/names.ts'
import { CompanyLink } from '../event/company-link.tsx'
import type { DateRange } from '../event/list/list-search.ts'
import classes from './receiver-name.module.css'

type ReceiverNameProps = {
  companies: string[]
  /** How many more companies there are; null if that is unknown. */
  further?: number | null
  /** The days of that page. */
  range?: DateRange
  /** The receiver's URL, or a link with it. */
  children: ReactNode
}

/** A receiver: the companies, by which people know it, before its URL. */
export function ReceiverName({ companies, further = null, range, children }: ReceiverNameProps) {
  const [only, ...others] = companies
  const names = formatFirstNames(companies, further)
  return (
    <>
      {only !== undefined && (
        <span className={classes.company} translate="no" title={names}>
          {others.length === 0 && !further ? (
            <CompanyLink name={only} label={names} range={range} />
          ) : (
            names
          )}
        </span>
      )}
      <span className={classes.receiver} data-leads={only === undefined || undefined}>
        {children}
      </span>
    </>
  )
}
