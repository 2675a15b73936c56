import { Link } from '@tanstack/react-router'

/** A receiver's name, which opens its test and what came of replays to it, over the same page. */
export function ReceiverLink({ receiver, children }: { receiver: string; children?: string }) {
  return (
    <Link
      to="."
      search={search => ({ ...search, receiver })}
      resetScroll={false}
      preload={false}
      translate="no"
    >
      {children ?? receiver}
    </Link>
  )
}
