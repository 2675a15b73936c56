import { shownText } from '../../../../contract/text/shown-text.ts'

/** A timestamp that can't be parsed, unchanged. */
export function unparsedTime(value: unknown): string {
  const isText = typeof value === 'string' && value.trim() !== ''
  return isText || typeof value === 'number' ? shownText(String(value).slice(0, 40)) : 'Unknown'
}

/**
 * `url` if it is safe to link to: http or https, without a password, and not on Redial's host,
 * because cookies ignore ports. Otherwise null.
 */
export function safeLink(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null
  if (parsed.hostname === globalThis.location?.hostname) return null
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null
}
