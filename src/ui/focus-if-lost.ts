import type { RefObject } from 'react'

/**
 * A button that has done its work goes, and the focus with it: whoever works by the keyboard would
 * begin at the top of the page again. It goes on here then, unless it is somewhere else by now.
 */
export function focusIfLost(next: RefObject<HTMLElement | null>): void {
  // By then the page is drawn without the button.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) next.current?.focus()
  })
}
