import type { ElementType, Key, ReactElement } from 'react'
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { type Props, withTextInElements } from './text-in-elements.ts'

/*
 * The compiler turns JSX into calls of these functions (vite.config.ts,
 * docs/decisions/0034-text-that-can-be-translated.md). They create React's elements, with each text
 * in its own element. In JSX, write a key before spread props. After them, the compiler would look
 * for React's older function in '#jsx'.
 */
export { Fragment } from 'react/jsx-runtime'

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return reactJsx(type, withTextInElements(type, props), key)
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const shown = withTextInElements(type, props)
  // Use `jsxs` only for lists; merged texts are no longer a list.
  return (Array.isArray(shown.children) ? reactJsxs : reactJsx)(type, shown, key)
}
