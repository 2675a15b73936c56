import { type RefObject, useEffect, useRef } from 'react'

/*
 * The keyboard's focus is lost when the element that has it goes: whoever works by the keyboard
 * would begin at the top of the page again, and a screen reader says nothing of what is new.
 */

let hadFocus = false
// The build renders outlines of the pages without a document.
globalThis.document?.addEventListener(
  'focusin',
  () => {
    hadFocus = true
  },
  { once: true },
)

/** Gives the focus to an element when it is first drawn, if what had it before has gone. */
export function useFocusIfLost<Focused extends HTMLElement>(): RefObject<Focused | null> {
  const element = useRef<Focused>(null)
  useEffect(() => {
    if (hadFocus && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true })
    }
  }, [])
  return element
}

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
