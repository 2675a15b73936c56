import { queryOptions } from '@tanstack/react-query'
import { ProtectedNumbers } from '../../../../contract/blocklist/protected-number.ts'
import { request } from '../../../api/request.ts'

/** The account's list of numbers that nobody should block, and its tracking numbers as far as they are known. */
export const protectedNumbersQuery = queryOptions({
  queryKey: ['protected-numbers'],
  queryFn: async ({ signal }) =>
    (await request(ProtectedNumbers, '/gateway/protected-numbers', { signal })).results,
  staleTime: 10_000,
})
