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
  // React warns about static children that are not a list, such as merged texts.
  const hasList = isStatic && Array.isArray(shown.children)
  return reactJsxDev(type, shown, key, hasList, source, self)
}
