import { useState } from 'react'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'

const ROW_LINK = 'main table a[data-opens]'

/** A replay that a person started with a key. It is sent after a confirmation. */
export type AskedReplay = {
  /** undefined for an open event that the list doesn't show. */
  company: string | undefined
  /** The rest of its row's name: ", call from +27 84 555 6689, 22 Nov, 07:42:10". */
  about: string | undefined
  button: HTMLElement
}

/**
 * The keys of a list of failed events. They act on the row with the focus, or on the open event.
 * While an event is open, J and K belong to its details.
 */
export function useListShortcuts(isOpen: boolean) {
  const [asked, setAsked] = useState<AskedReplay | null>(null)
  useShortcuts([
    ...(isOpen
      ? []
      : ([
          ['j', () => focusRow(1)],
          ['k', () => focusRow(-1)],
        ] satisfies Parameters<typeof useShortcuts>[0])),
    ['x', () => currentRow()?.querySelector<HTMLElement>('[role="checkbox"]')?.click()],
    ['/', () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus()],
    [
      'r',
      () => {
        const place = document.querySelector('[data-details-pane]') ?? currentRow()
        const button = place?.querySelector<HTMLElement>('button[data-replay]')
        const link = currentRow()?.querySelector<HTMLElement>(ROW_LINK)
        if (!button || button.ariaDisabled === 'true') return
        // For a delivered or handled event, the button asks for confirmation.
        if (button.dataset.replay === 'asks') button.click()
        else setAsked({ company: link?.textContent, about: link?.dataset.about, button })
      },
    ],
  ])
  return { asked, close: () => setAsked(null) }
}

function currentRow(): Element | null {
  const focused = document.activeElement?.closest('main tbody tr')
  return focused ?? document.querySelector('main tbody tr[data-open]')
}

function focusRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINK)]
  const row = currentRow()
  const at = links.findIndex(link => row?.contains(link))
  const next = at < 0 ? links[0] : links[at + by]
  next?.focus()
}
