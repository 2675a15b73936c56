import type { ReactElement } from 'react'
import { escapeHtml } from '../../contract/text/escape-html.ts'
import { Fragment } from './jsx-runtime.ts'

/**
 * The markup of what React would create for `content`. Every text and attribute is escaped.
 *
 * The policy of the page forbids attributes with styles, so they are in `data-style`, and a script of index.html
 * applies them.
 *
 * @param content elements of HTML with attributes of text, numbers or flags
 * @throws if it contains a component or a handler
 */
export function createMarkup(content: unknown): string {
  if (content === null || content === undefined || typeof content === 'boolean') return ''
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content))
  if (Array.isArray(content)) return content.map(createMarkup).join('')
  if (!isElement(content)) throw new Error('Only elements and text become markup')
  const { type, props } = content
  const { children, ...attributes } = props
  if (type === Fragment) return createMarkup(children)
  if (typeof type !== 'string') throw new Error('A component needs React to become markup')
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === null) return ''
    if (name === 'style' && isStyle(value)) return ` data-style="${escapeHtml(styleText(value))}"`
    if (typeof value === 'object' || typeof value === 'function')
      throw new Error(`The attribute ${name} needs React`)
    return ` ${ATTRIBUTES[name] ?? name}="${escapeHtml(String(value))}"`
  })
  return `<${type}${written.join('')}>${createMarkup(children)}</${type}>`
}

const ATTRIBUTES: Record<string, string> = { className: 'class', dateTime: 'datetime' }

/** Custom properties only: React writes the names of others differently. */
function isStyle(value: unknown): value is Record<`--${string}`, unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).every(isCustom)
}

const isCustom = (name: string) => name.startsWith('--')

function styleText(style: Record<`--${string}`, unknown>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

function isElement(value: unknown): value is ReactElement<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'type' in value && 'props' in value
}
