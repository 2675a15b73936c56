import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { blocklistQuery } from '../records/queries.ts'
import { changesBetween, type EntityChange } from './blocklist-changes.ts'

/** What a reading of the list brought, and when. */
export type OutsideChange = { at: string; changes: EntityChange[] }

/** More than these would push the list itself out of sight. */
const MAX_KEPT = 3

/**
 * What changed on the blocklist while it was looked at, without anything that was done here: the
 * latest readings that brought something, the newest first.
 */
export function useOutsideChanges(): [changes: OutsideChange[], forget: () => void] {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<OutsideChange[]>([])
  useEffect(() => {
    let known = queryClient.getQueryData(blocklistQuery.queryKey)
    return queryClient.getQueryCache().subscribe(event => {
      if (event.query.queryKey[0] !== blocklistQuery.queryKey[0]) return
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const [before, now] = [known, queryClient.getQueryData(blocklistQuery.queryKey)]
      known = now
      // What was done here is put into the cache by hand, once the service has said so.
      if (event.action.manual || before === undefined || now === undefined) return
      const found = changesBetween(before, now)
      if (found.length === 0) return
      const change = { at: new Date().toISOString(), changes: found }
      setChanges(earlier => [change, ...earlier].slice(0, MAX_KEPT))
    })
  }, [queryClient])
  return [changes, () => setChanges([])]
}
