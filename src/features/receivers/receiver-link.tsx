import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { shownReceiver } from '../../../contract/text/shown-text.ts'

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
