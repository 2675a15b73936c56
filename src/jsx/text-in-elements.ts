import type { Key, ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

export type Props = { children?: unknown }

/**
 * Returns `props` with each text as the only child of its element. If a text has siblings, React holds
 * its text node. After a browser's page translation has replaced that node, React changes an
 * invisible text or fails to remove it. A text that is an only child is set on its element instead.
 *
 * Neighbouring texts become one, and a text next to elements gets a `<span>`.
 *
 * @param type React's type: the name of an element, a component, or a symbol such as Fragment
 */
export function withTextInElements(type: unknown, props: Props): Props {
  const { children } = props
  // Fragments have no element.
  const isElement = typeof type !== 'symbol'
  if (isText(children)) return isElement ? props : { ...props, children: inSpan(children, 0) }
  if (!Array.isArray(children) || !children.some(hasText)) return props
  if (isElement && children.every(child => isText(child) || isNothing(child))) {
    return { ...props, children: children.filter(isText).join('') }
  }
  return { ...props, children: textInSpans(children) }
}

/** Returns the children at the same positions, so that React matches them. */
function textInSpans(children: readonly unknown[]): unknown[] {
  const placed = [...children]
  let first = 0
  let text = ''
  const place = () => {
    if (text !== '') placed[first] = inSpan(text, first)
    text = ''
  }
  for (const [at, child] of children.entries()) {
    if (isText(child)) {
      if (text === '') first = at
      text += child
      placed[at] = null
    } else if (!isNothing(child)) {
      place()
      if (Array.isArray(child) && child.some(hasText)) placed[at] = textInSpans(child)
    }
  }
  place()
  return placed
}

/** White space needs no translation, and as an element it would add a gap in a flex row. */
function inSpan(text: ReactNode, place: number): ReactNode {
  const key: Key = `text ${place}`
  return String(text).trim() === '' ? text : jsx('span', { children: text }, key)
}

function isText(child: unknown): child is string | number | bigint {
  return typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint'
}

function hasText(child: unknown): boolean {
  return isText(child) || (Array.isArray(child) && child.some(hasText))
}

function isNothing(child: unknown): boolean {
  return child === null || child === undefined || typeof child === 'boolean'
}
