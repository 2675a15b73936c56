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
