import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../contract/pages/page.ts'
import { rawElements } from '../../../contract/text/raw-value.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { requestWithText } from '../../api/request.ts'

/** Enough to choose from, and quick to load. */
const SAMPLE_SIZE = 50
const DAYS = 30

export type FieldSample = {
  items: unknown[]
  /** The exact text of the first event. */
  firstText: string
  range: { from_date: string; to_date: string }
}

/** Events of the last 30 days, as the service sends them. */
export function fieldSampleQuery(list: FailedEventList, today: string) {
  const range = { from_date: addDays(today, 1 - DAYS), to_date: addDays(today, 1) }
  return queryOptions({
    queryKey: queryKeys.fieldSample(list, range),
    queryFn: async ({ signal }): Promise<FieldSample> => {
      const query = new URLSearchParams({ ...range, page: '1', page_size: String(SAMPLE_SIZE) })
      const { answer, text } = await requestWithText(
        pageOrListOf(z.unknown(), { page: 1 }, SAMPLE_SIZE),
        `/v1/${list}/?${query}`,
        { signal },
      )
      const texts = rawElements(text, []) ?? rawElements(text, ['results']) ?? []
      return { items: answer.results.slice(0, SAMPLE_SIZE), firstText: texts[0] ?? '', range }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
