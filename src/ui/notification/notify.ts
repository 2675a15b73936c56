/** A short message over the page. One about a success disappears automatically. */
export type TransientMessage = {
  text: string
  /** Whether the action did all that was asked. Otherwise the message stays until it is closed. */
  isSuccess?: boolean
  /** Such as Undo. If `run` returns a promise, the button waits for it. */
  action?: { label: string; run: () => unknown } | undefined
  /** A message replaces the one before it that has the same topic, so that only the last state shows. */
  topic?: string
}

type Show = (message: TransientMessage) => void

let show: Show | null = null

/**
 * Registers the component that shows messages.
 *
 * @returns a function that unregisters it
 */
export function onNotify(shows: Show): () => void {
  show = shows
  return () => {
    if (show === shows) show = null
  }
}

export function notify(message: TransientMessage): void {
  show?.(message)
}
