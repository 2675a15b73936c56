import { queryOptions } from '@tanstack/react-query'
import { BlocklistRecord } from '../../../contract/blocklist.ts'
import { Company } from '../../../contract/directory.ts'
import { readAllPages } from './read-all-pages.ts'

/** The companies are only suggestions: an account that has more of them than this enters one by hand. */
const COMPANY_PAGES = 20

/** Every record of the account's blocklist. */
export const blocklistQuery = queryOptions({
  queryKey: ['blocklist'],
  queryFn: ({ signal }) => readAllPages(BlocklistRecord, '/v1/blocklist/', { signal }),
})

/** The account's companies, to pick one from. */
export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) =>
    readAllPages(Company, '/v2/company/', { signal, maxPages: COMPANY_PAGES }),
  staleTime: 5 * 60_000,
})
