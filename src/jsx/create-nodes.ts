import type { ReactElement } from 'react'
import { Fragment } from './jsx-runtime.ts'

/**
 * Creates the nodes that React would create for `content`. Everything becomes text or an attribute,
 * never markup.
 *
 * @param content elements of HTML with attributes of text, numbers or flags
 * @throws if it contains a component, a style or a handler
 */
export function createNodes(content: unknown): Node[] {
  if (content === null || content === undefined || typeof content === 'boolean') return []
  if (typeof content === 'string' || typeof content === 'number')
    return [document.createTextNode(String(content))]
  if (Array.isArray(content)) return content.flatMap(createNodes)
  if (!isElement(content)) throw new Error('Only elements and text become nodes')
  const { type, props } = content
  const { children, ...attributes } = props
  if (type === Fragment) return createNodes(children)
  if (typeof type !== 'string') throw new Error('A component needs React to become nodes')
  const element = document.createElement(type)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue
    if (typeof value === 'object' || typeof value === 'function')
      throw new Error(`The attribute ${name} needs React`)
    element.setAttribute(ATTRIBUTES[name] ?? name, String(value))
  }
  element.append(...createNodes(children))
  return [element]
}

const ATTRIBUTES: Record<string, string> = { className: 'class', dateTime: 'datetime' }

function isElement(value: unknown): value is ReactElement<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'type' in value && 'props' in value
}
