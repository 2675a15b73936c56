import { skipToken, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../../api/query-keys.ts'

/** What the service lists besides, and nobody here understands; it comes with the blocklist. */
export function useOtherRecords(): unknown[] {
  const { data } = useQuery<unknown[]>({
    queryKey: queryKeys.unreadBlocklistRecords,
    queryFn: skipToken,
  })
  return data ?? NONE
}

const NONE: unknown[] = []
