import { type RefObject, useEffect, useRef } from 'react'

/*
 * The focus is lost when its element is removed. Keyboard users would then start at the top of the page
 * again, and a screen reader would not read the new content.
 */

let hadFocus = false
/** Whether a key was pressed last. A browser would also show the ring after a click on “Sign in”. */
let isByKeyboard = false
// Tests of functions run without a document.
const { document: page } = globalThis
page?.addEventListener('focusin', () => {
  hadFocus = true
})
for (const input of ['keydown', 'pointerdown']) {
  page?.addEventListener(
    input,
    () => {
      isByKeyboard = input === 'keydown'
    },
    { capture: true },
  )
}

/** Focuses an element when it is first rendered, if the element with the focus was removed. */
export function useFocusIfLost<Focused extends HTMLElement>(): RefObject<Focused | null> {
  const element = useRef<Focused>(null)
  useEffect(() => {
    if (hadFocus && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true, focusVisible: isByKeyboard })
    }
  }, [])
  return element
}

/**
 * For a button that disappears after its action, and the focus with it. The focus then moves here,
 * unless it is somewhere else by now.
 */
export function focusIfLost(next: RefObject<HTMLElement | null>): void {
  // The page has been rendered without the button by then.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      next.current?.focus({ focusVisible: isByKeyboard })
  })
}
