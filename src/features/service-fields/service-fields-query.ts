import { queryOptions } from '@tanstack/react-query'
import { ServiceFieldsList } from '../../../contract/service-fields.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'

/** A colleague's correction counts for the next page that loads after this. */
const STALE_MS = 10_000

/** How the service names the fields of its lists, as far as that is known. */
export const serviceFieldsQuery = queryOptions({
  queryKey: queryKeys.serviceFields,
  queryFn: async ({ signal }) =>
    (await request(ServiceFieldsList, '/gateway/fields', { signal })).results,
  staleTime: STALE_MS,
})
