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

/** The companies are only suggestions: an account that has more of them than this enters one by hand. */
const COMPANY_PAGES = 20

/**
 * Every record of the account's blocklist. One that didn't change stays the same object, which is
 * faster to check here than in the cache if a record has 100,000 numbers.
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

/** Where nothing that is listed can be read, that is no empty blocklist. */
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
/** The interface has no way to ask for changes alone: all that many numbers come again each time. */
const EVERY_MS_WHERE_LARGE = 3 * 60_000
const LARGE = 20_000

/**
 * How long until the list is loaded again for changes by others, as long as the tab isn't
 * hidden. Where the token may not read it at all, only a person asks again.
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

/** The account's companies, to pick one from. */
export const companiesQuery = queryOptions({
  queryKey: queryKeys.companies,
  queryFn: async ({ signal }) =>
    parseCompanies(
      await readAllPages(z.unknown(), '/v2/company/', { signal, maxPages: COMPANY_PAGES }),
    ),
  staleTime: 5 * 60_000,
})
