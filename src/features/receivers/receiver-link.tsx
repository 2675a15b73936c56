import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import { formatFirstNames } from '../../../contract/text/names.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { CompanyLink } from '../event/company-link.tsx'
import type { DateRange } from '../event/list/list-search.ts'
import classes from './receiver-name.module.css'

/** A receiver's name. It opens the receiver's test and replays, over the same page. */
export function ReceiverLink({ receiver, children }: { receiver: string; children?: string }) {
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, receiver })}
      resetScroll={false}
      preload={false}
      translate="no"
    >
      {children ?? breakable(shownReceiver(receiver))}
    </Link>
  )
}

/** An address that goes to the next line after a part of it, rather than within a word. */
function breakable(address: string) {
  return address.split(/(?<=[/.:])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other identity
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ))
}

type SetReceiverLinkProps = {
  /** The number of an event that names no receiver; null or undefined if it names no number either. */
  trackingNumber: string | null | undefined
  children: string
}

/** Links to the form for the receiver of a tracking number, with the number filled in. */
export function SetReceiverLink({ trackingNumber, children }: SetReceiverLinkProps) {
  if (!trackingNumber) return null
  return (
    <Link to="/settings" search={{ set: trackingNumber }} preload={false}>
      {children}
    </Link>
  )
}

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
          {others.length === 0 && !further && only !== UNKNOWN_COMPANY ? (
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
