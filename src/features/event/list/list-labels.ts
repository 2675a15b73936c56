import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber, plural } from '../../../../contract/text/count.ts'

export const LIST_LABELS = {
  call_events_fail: {
    path: '/failed-calls',
    title: 'Failed calls',
    purpose:
      'Calls we couldn’t deliver to the company’s system. Calls that are still being retried are not listed.',
    one: 'failed call',
    many: 'failed calls',
  },
  transcription_events_fail: {
    path: '/failed-ai-events',
    title: 'Failed AI events',
    purpose:
      'AI events we couldn’t deliver to the company’s system. AI events that are still being retried are not listed.',
    one: 'failed AI event',
    many: 'failed AI events',
  },
} as const satisfies Record<FailedEventList, object>

/** "1,284 failed calls, page 3 of 65"; "Failed calls, page 3" if the service doesn't count. */
export function listSummary(
  list: FailedEventList,
  { count, page, pages }: { count: number | null; page: number; pages: number | null },
): string {
  const { title, one, many } = LIST_LABELS[list]
  const noun = plural(count ?? 0, one, many)
  const what = count === null ? title : `${formatNumber(count)} ${noun}`
  const where = pages === null ? '' : ` of ${formatNumber(pages)}`
  return `${what}, page ${formatNumber(page)}${where}`
}

/** @param list null for events of both lists */
export function listNoun(list: FailedEventList | null, count: number): string {
  const { one, many } = list === null ? BOTH : LIST_LABELS[list]
  return plural(count, one, many)
}

const BOTH = { one: 'event', many: 'failed calls and AI events' }

/** "call", where it is clear that it failed. */
export function eventNoun(list: FailedEventList | null, count: number): string {
  return listNoun(list, count).replace(/^failed /, '')
}
