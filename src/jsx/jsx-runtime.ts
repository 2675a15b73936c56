import type { ElementType, Key, ReactElement } from 'react'
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { type Props, withTextInElements } from './text-in-elements.ts'

/*
 * What the compiler makes of JSX here (vite.config.ts, docs/decisions/0034-text-that-can-be-translated.md):
 * React's own elements, in which each text has an element to itself. A key is written before props
 * that are spread: after them, the compiler would look for React's older function in '#jsx'.
 */
export { Fragment } from 'react/jsx-runtime'

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return reactJsx(type, withTextInElements(type, props), key)
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const shown = withTextInElements(type, props)
  // Texts that became one are no list, which is what `jsxs` is for.
  return (Array.isArray(shown.children) ? reactJsxs : reactJsx)(type, shown, key)
}
