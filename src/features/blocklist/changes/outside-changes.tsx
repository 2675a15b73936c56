import { CloseButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTimes } from '../../../format/times.ts'
import * as messages from '../messages.ts'
import { blocklistQuery } from '../records/queries.ts'
import classes from './outside-changes.module.css'
import '@mantine/core/styles/CloseButton.layer.css'
import type { BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { plural } from '../../../format/numbers.ts'
import { namedOrCounted, numberCount } from '../records/block-summary.ts'

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

/** The changes of one entity's numbers between two versions of the list. */
type EntityChange = {
  context: EntityContext
  entity: Entity
  blocked: string[]
  unblocked: string[]
}

/** The entities whose numbers differ, each once. Identical objects are not compared. */
export function changesBetween(
  before: BlocklistRecord[],
  after: BlocklistRecord[],
): EntityChange[] {
  const [known, kept] = [new Set(before), new Set(after)]
  const other = [
    ...before.filter(record => !kept.has(record)),
    ...after.filter(record => !known.has(record)),
  ]
  const byKey = new Map(other.map(record => [keyOf(record), record]))
  return [...byKey].flatMap(([key, { entity_context_name: context, entity }]) => {
    const earlier = numbersOf(key, before)
    const later = numbersOf(key, after)
    const blocked = [...later].filter(number => !earlier.has(number))
    const unblocked = [...earlier].filter(number => !later.has(number))
    const isChanged = blocked.length + unblocked.length > 0
    return isChanged ? [{ context, entity, blocked, unblocked }] : []
  })
}

/** A service may send several records of one entity. */
function numbersOf(key: string, records: BlocklistRecord[]): Set<string> {
  const own = records.filter(record => keyOf(record) === key)
  return new Set(
    own.flatMap(record => record.blocked_phone_number_list.map(entry => entry.phone_number)),
  )
}

function keyOf({ entity_context_name, entity }: BlocklistRecord): string {
  return `${entity_context_name} ${entity.reference}`
}

const MAX_NAMED = 2

/** "2 numbers were blocked and 27821230001 was unblocked for Acme Cars; …" */
export function formatChanges(changes: EntityChange[]): string {
  const named = changes.slice(0, MAX_NAMED).map(formatEntityChange)
  const more = changes.length - MAX_NAMED
  if (more > 0) named.push(`${more} more ${plural(more, 'entry', 'entries')} changed`)
  return `${named.join('; ')}.`
}

function formatEntityChange({ entity, blocked, unblocked }: EntityChange): string {
  const parts = [
    blocked.length > 0 && `${numbersWere(blocked)} blocked`,
    unblocked.length > 0 && `${numbersWere(unblocked)} unblocked`,
  ].filter(part => part !== false)
  return `${parts.join(' and ')} for ${entity.name || entity.reference}`
}

function numbersWere(numbers: string[]): string {
  return numbers.length === 1
    ? `${namedOrCounted(numbers)} was`
    : `${numberCount(numbers.length)} were`
}
