import { skipToken, useQuery } from '@tanstack/react-query'
import { OTHER_RECORDS_KEY } from './queries.ts'

/** What the service lists besides, and nobody here understands; it comes with the blocklist. */
export function useOtherRecords(): unknown[] {
  const { data } = useQuery<unknown[]>({ queryKey: OTHER_RECORDS_KEY, queryFn: skipToken })
  return data ?? NONE
}

const NONE: unknown[] = []
