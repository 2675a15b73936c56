import { type Query, queryOptions } from '@tanstack/react-query'
import type { BlocklistRecord } from '../../../contract/blocklist.ts'
import { Company } from '../../../contract/directory.ts'
import { ApiError } from '../../api/api-error.ts'
import { keepUnchanged } from './keep-unchanged.ts'
import { ListedRecord } from './listed-record.ts'
import { readAllPages } from './read-all-pages.ts'

/** The companies are only suggestions: an account that has more of them than this enters one by hand. */
const COMPANY_PAGES = 20

const BLOCKLIST_KEY = ['blocklist']

/**
 * Every record of the account's blocklist. One that didn't change stays the same object, which is
 * quicker told by ourselves than by the cache where a record has 100,000 numbers.
 */
export const blocklistQuery = queryOptions({
  queryKey: BLOCKLIST_KEY,
  queryFn: async ({ client, signal }) => {
    const read = await readAllPages(ListedRecord, '/v1/blocklist/', { signal })
    return keepUnchanged(client.getQueryData<BlocklistRecord[]>(BLOCKLIST_KEY), read)
  },
  structuralSharing: false,
  staleTime: 10_000,
})

const EVERY_MS = 30_000
/** The interface has no way to ask for changes alone: all that many numbers come again each time. */
const EVERY_MS_WHERE_LARGE = 3 * 60_000
const LARGE = 20_000

/**
 * How long until the list is read again by itself, for what others change, as long as the tab isn't
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
  queryKey: ['companies'],
  queryFn: ({ signal }) =>
    readAllPages(Company, '/v2/company/', { signal, maxPages: COMPANY_PAGES }),
  staleTime: 5 * 60_000,
})
