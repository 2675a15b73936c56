import { Link } from '@tanstack/react-router'

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
