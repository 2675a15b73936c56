import { Link } from '@tanstack/react-router'

type SetReceiverLinkProps = {
  /** Of an event that names no receiver; null or undefined where it names no number either. */
  trackingNumber: string | null | undefined
  children: string
}

/** Leads to where the receiver of a tracking number is set, with the number filled in. */
export function SetReceiverLink({ trackingNumber, children }: SetReceiverLinkProps) {
  if (!trackingNumber) return null
  return (
    <Link to="/settings" search={{ set: trackingNumber }} preload={false}>
      {children}
    </Link>
  )
}
