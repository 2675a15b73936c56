import { type RefObject, useEffect, useRef } from 'react'

/*
 * The keyboard's focus is lost when the element that has it goes: whoever works by the keyboard
 * would begin at the top of the page again, and a screen reader says nothing of what is new.
 */

let hadFocus = false
document.addEventListener(
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
