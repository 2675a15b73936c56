import { CloseButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTimes } from '../../../format/times.ts'
import * as messages from '../messages.ts'
import { blocklistQuery } from '../records/queries.ts'
import { changesBetween, type EntityChange, formatChanges } from './blocklist-changes.ts'
import classes from './outside-changes.module.css'
import '@mantine/core/styles/CloseButton.layer.css'

/** Reports what others have changed in the list. */
export function OutsideChanges() {
  const times = useTimes()
  const [changes, forget] = useOutsideChanges()
  return (
    <div role="status">
      {changes.length > 0 && (
        <div className={classes.changes}>
          <div className={classes.lines}>
            {changes.map(({ at, changes }) => (
              <p key={at}>
                <time dateTime={at}>{times.brief(at)}</time> {messages.changesPrefix}{' '}
                {formatChanges(changes)}
              </p>
            ))}
          </div>
          <CloseButton aria-label={messages.closeChanges} onClick={forget} />
        </div>
      )}
    </div>
  )
}

/** The changes that one refetch of the list brought, and when. */
type OutsideChange = { at: string; changes: EntityChange[] }

/** More would push the list itself off the screen. */
const MAX_KEPT = 3

/**
 * Changes that others made to the blocklist while it was on screen, newest first. Changes made in
 * this tab are excluded.
 */
function useOutsideChanges(): [changes: OutsideChange[], forget: () => void] {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<OutsideChange[]>([])
  useEffect(() => {
    let known = queryClient.getQueryData(blocklistQuery.queryKey)
    return queryClient.getQueryCache().subscribe(event => {
      if (event.query.queryKey[0] !== blocklistQuery.queryKey[0]) return
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const [before, now] = [known, queryClient.getQueryData(blocklistQuery.queryKey)]
      known = now
      // Changes made in this tab are written to the cache after the service has confirmed them.
      if (event.action.manual || before === undefined || now === undefined) return
      const found = changesBetween(before, now)
      if (found.length === 0) return
      const change = { at: new Date().toISOString(), changes: found }
      setChanges(earlier => [change, ...earlier].slice(0, MAX_KEPT))
    })
  }, [queryClient])
  return [changes, () => setChanges([])]
}
