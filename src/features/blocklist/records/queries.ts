import { type Query, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { BlocklistRecord } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { readAllPages } from '../../../api/read-all-pages.ts'
import { writtenJson } from '../../../format/written-json.ts'
import { keepUnchanged } from './keep-unchanged.ts'
import { parseCompanies } from './listed-company.ts'
import { ListedRecord, readBlocklist } from './listed-record.ts'

/**
 * The companies are only suggestions. In an account with more companies, a person enters the
 * reference by hand.
 */
const COMPANY_PAGES = 20

/**
 * Every record of the account's blocklist. Unchanged records stay the same objects; for records of
 * 100,000 numbers, checking that here is faster than in the cache.
 */
export const blocklistQuery = queryOptions({
  queryKey: queryKeys.blocklist,
  queryFn: async ({ client, signal }) => {
    const items = await readAllPages(z.unknown(), '/v1/blocklist/', { signal })
    const { records, others } = readBlocklist(items)
    if (records.length === 0) refuseUnread(others)
    client.setQueryData(queryKeys.unreadBlocklistRecords, others)
    return keepUnchanged(client.getQueryData<BlocklistRecord[]>(queryKeys.blocklist), records)
  },
  structuralSharing: false,
  staleTime: 10_000,
})

/** If no item can be parsed, that is an error and not an empty blocklist. */
function refuseUnread([first, ...rest]: unknown[]): void {
  if (first === undefined) return
  const { error } = ListedRecord.safeParse(first)
  const path = ['results', 0, ...(error?.issues[0]?.path ?? [])].join('.')
  throw new ApiError('unreadable', {
    status: 200,
    detail: `${path}: not as the interface says`,
    answer: writtenJson([first, ...rest]),
  })
}

const EVERY_MS = 30_000
/** The interface can't list changes alone, so each refetch transfers all numbers. */
const EVERY_MS_WHERE_LARGE = 3 * 60_000
const LARGE = 20_000

/**
 * How long until the list is refetched for changes by others, while the tab is visible. If the
 * token may not read it, only a person can retry.
 */
export function untilReadAgain({
  state,
}: Query<BlocklistRecord[], Error, BlocklistRecord[], string[]>): number | false {
  if (state.error instanceof ApiError && state.error.kind === 'forbidden') return false
  const size = (state.data ?? []).reduce(
    (sum, record) => sum + record.blocked_phone_number_list.length,
    0,
  )
  return size > LARGE ? EVERY_MS_WHERE_LARGE : EVERY_MS
}

/** The account's companies, as suggestions. */
export const companiesQuery = queryOptions({
  queryKey: queryKeys.companies,
  queryFn: async ({ signal }) =>
    parseCompanies(
      await readAllPages(z.unknown(), '/v2/company/', { signal, maxPages: COMPANY_PAGES }),
    ),
  staleTime: 5 * 60_000,
})
