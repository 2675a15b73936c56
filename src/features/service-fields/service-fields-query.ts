import { queryOptions } from '@tanstack/react-query'
import { ServiceFieldsList } from '../../../contract/fields/service-fields.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'

/** After this time, the next page uses a colleague's correction. */
const STALE_MS = 10_000

export const serviceFieldsQuery = queryOptions({
  queryKey: queryKeys.serviceFields,
  queryFn: async ({ signal }) =>
    (await request(ServiceFieldsList, '/gateway/fields', { signal })).results,
  staleTime: STALE_MS,
})
