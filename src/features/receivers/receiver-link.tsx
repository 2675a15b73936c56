import { Link } from '@tanstack/react-router'

/** A receiver's name, which leads to its test and to how replays to it came out. */
export function ReceiverLink({ receiver }: { receiver: string }) {
  return (
    <Link to="/settings" search={{ receiver }} preload={false} translate="no">
      {receiver}
    </Link>
  )
}
