import {
  type Query,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
} from '@tanstack/react-query'
import { BLOCKLIST_PATH, type Entity } from '../../../../contract/blocklist.ts'
import { COMPANIES_PATH, CompaniesOfEvents } from '../../../../contract/events.ts'
import { ApiError } from '../../../api/api-error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { readAllPages } from '../../../api/read-all-pages.ts'
import { request } from '../../../api/request.ts'
import { writtenJson } from '../../../format/written-json.ts'
import { type BlockedEntity, mergeEntities } from './blocked-entities.ts'
import { ListedRecord, parseCompanies, readBlocklist } from './listed-record.ts'

/**
 * The companies are only suggestions. In an account with more companies, a person enters the
 * reference by hand.
 */
const COMPANY_PAGES = 20

export const blocklistQuery = queryOptions({
  queryKey: queryKeys.blocklist,
  queryFn: async ({ client, signal }) => {
    const items = await readAllPages(BLOCKLIST_PATH, { signal })
    const { entities, others } = readBlocklist(items)
    if (entities.length === 0) refuseUnread(others)
    client.setQueryData(queryKeys.unreadBlocklistRecords, others)
    return mergeEntities(entities)
  },
  staleTime: 10_000,
})

/** If no item can be parsed, that is an error and not an empty blocklist. */
function refuseUnread([first, ...rest]: unknown[]): void {
  if (first === undefined) return
  const { error } = ListedRecord.safeParse(first)
  const path = ['results', 0, ...(error?.issues[0]?.path ?? [])].join('.')
  throw new ApiError('unreadable', {
    status: 200,
    detail: `${path}: doesn’t match the interface`,
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
}: Query<BlockedEntity[], Error, BlockedEntity[], string[]>): number | false {
  if (state.error instanceof ApiError && state.error.kind === 'forbidden') return false
  const size = (state.data ?? []).reduce((sum, { numbers }) => sum + numbers.length, 0)
  return size > LARGE ? EVERY_MS_WHERE_LARGE : EVERY_MS
}

export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) =>
    parseCompanies(await readAllPages('/v2/company/', { signal, maxPages: COMPANY_PAGES })),
  staleTime: 5 * 60_000,
})

const companiesOfEventsQuery = queryOptions({
  queryKey: ['companies-of-events'],
  queryFn: async ({ signal }) =>
    (await request(CompaniesOfEvents, COMPANIES_PATH, { signal })).results,
})

/** The companies that the service lists, and those of failed events, because a service may list none. */
export function useCompanies(enabled = true) {
  return useQueries({
    queries: [companiesOfEventsQuery, companiesQuery].map(query => ({ ...query, enabled })),
    combine: mergeCompanies,
  })
}

/** Each company once, with the name in the last query that has it. */
export function mergeCompanies(queries: Pick<UseQueryResult<Entity[]>, 'data' | 'isLoading'>[]) {
  const all = queries.flatMap(({ data = [] }) => data)
  return {
    companies: [...new Map(all.map(company => [company.reference, company])).values()],
    isLoading: queries.some(query => query.isLoading),
  }
}

/** Refetches the blocklist; null if that fails. */
export async function refetchBlocklist(queryClient: QueryClient): Promise<BlockedEntity[] | null> {
  // A fetch in progress may have started before the change.
  await queryClient.cancelQueries(blocklistQuery)
  return queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 }).catch(() => null)
}

/**
 * Like `refetchBlocklist`, to check whether our own change was made. It doesn't update the list on
 * screen, because that would report the change as a colleague's.
 */
export function fetchBlocklistForCheck(queryClient: QueryClient): Promise<BlockedEntity[] | null> {
  const query = {
    ...blocklistQuery,
    queryKey: ['blocklist-aside'],
    staleTime: 0,
    gcTime: 0,
  }
  return queryClient.fetchQuery(query).catch(() => null)
}

/** Whether a change may have succeeded although its answer was lost or unreadable. */
export function isAnswerLost(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.status === 413) return false
  return ['offline', 'cut-off', 'unavailable', 'unreadable'].includes(failure.kind)
}
