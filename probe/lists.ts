import type { Probing } from './probing.ts'

/** A list of docs/interface.md, and how the dashboard uses it. */
export type List = {
  path: string
  /** What the interface says about it; nothing for some. */
  shape: 'page' | 'flat' | 'open'
  /** Failed events are requested by days. */
  hasDays: boolean
}

export const BLOCKLIST: List = { path: '/v1/blocklist/', shape: 'open', hasDays: false }
export const FAILED_CALLS: List = { path: '/v1/call_events_fail/', shape: 'open', hasDays: true }
export const FAILED_AI_EVENTS: List = {
  path: '/v1/transcription_events_fail/',
  shape: 'open',
  hasDays: true,
}
export const COMPANIES: List = { path: '/v2/company/', shape: 'page', hasDays: false }
export const CONTACTS: List = { path: '/v2/contact/', shape: 'page', hasDays: false }
export const SOURCES: List = { path: '/v2/available_source/', shape: 'flat', hasDays: false }
export const PREFIXES: List = { path: '/v1/tn_prefixes/', shape: 'flat', hasDays: false }

export const LISTS = [
  FAILED_CALLS,
  FAILED_AI_EVENTS,
  BLOCKLIST,
  COMPANIES,
  CONTACTS,
  SOURCES,
  PREFIXES,
]

/** The largest page size that the dashboard requests. */
export const FULL_PAGE = { page: '1', page_size: '100' }

/** The path of a list with a query; failed events within the probe's days by default. */
export function pathOf(
  { path, hasDays }: List,
  { range }: Pick<Probing, 'range'>,
  query: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams({ ...(hasDays && range), ...query })
  return parameters.size > 0 ? `${path}?${parameters}` : path
}
