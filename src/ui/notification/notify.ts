/** A short message that disappears automatically. Results that need an action stay in the page. */
export type TransientMessage = {
  text: string
  /** Such as Undo. */
  action?: { label: string; run: () => void }
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

/** Shows a message over the page. */
export function notify(message: TransientMessage): void {
  show?.(message)
}
