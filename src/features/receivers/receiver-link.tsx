import { Link } from '@tanstack/react-router'

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
      {children ?? receiver}
    </Link>
  )
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
