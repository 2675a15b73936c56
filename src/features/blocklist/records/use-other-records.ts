import { skipToken, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../../api/query-keys.ts'

/** Records of the blocklist that Redial can't read. They are loaded with the blocklist. */
export function useOtherRecords(): unknown[] {
  const { data } = useQuery<unknown[]>({
    queryKey: queryKeys.unreadBlocklistRecords,
    queryFn: skipToken,
  })
  return data ?? NONE
}

const NONE: unknown[] = []
