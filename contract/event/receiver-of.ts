import { shownText } from '../text/shown-text.ts'

export type ReceiverParts = { host: string; path: string }

/** The host and the path of a receiver, with its query; null if there is none. */
export function receiverOf(url: string | null): ReceiverParts | null {
  if (url === null || url.trim() === '') return null
  const parsed = URL.parse(url)
  // A URL such as `javascript:…` has no host.
  if (!parsed?.host) return { host: shownText(url), path: '' }
  return { host: parsed.host, path: parsed.pathname + parsed.search }
}

export const UNKNOWN_RECEIVER = 'Receiver unknown'

/** The name of a receiver in filters and groups: its host and path. The query may differ between events. */
export function receiverLabel(url: string | null): string {
  const receiver = receiverOf(url)
  if (receiver === null) return UNKNOWN_RECEIVER
  return receiver.host + receiver.path.replace(/\?.*/s, '').replace(/\/$/, '')
}
