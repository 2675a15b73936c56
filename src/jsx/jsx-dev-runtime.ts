import type { ElementType, Key, ReactElement } from 'react'
import { type JSXSource, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { type Props, withTextInElements } from './text-in-elements.ts'

/* The same as jsx-runtime.ts, for `npm run dev`. */
export { Fragment } from 'react/jsx-dev-runtime'

export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const shown = withTextInElements(type, props)
  // React warns of static children that are no list, as texts are that became one.
  const hasList = isStatic && Array.isArray(shown.children)
  return reactJsxDev(type, shown, key, hasList, source, self)
}
