import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { plural } from '../../../contract/text/count.ts'
import { useTimes } from '../../format/times.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { namedOrCounted } from './messages.ts'
import classes from './outside-changes.module.css'
import { type BlockedEntity, entityKey } from './records/blocked-entities.ts'
import { blocklistQuery } from './records/queries.ts'

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
                <time dateTime={at}>{times.brief(at)}</time> The list changed:{' '}
                {formatChanges(changes)}
              </p>
            ))}
          </div>
          <PlainButton
            data-size="xs"
            data-icon
            aria-label="Close the list of changes"
            icon={<IconX size={16} aria-hidden />}
            onClick={forget}
          />
        </div>
      )}
    </div>
  )
}

/** The changes in one refetch of the list, and its time. */
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
    let earlier = queryClient.getQueryData(blocklistQuery.queryKey)
    return queryClient.getQueryCache().subscribe(event => {
      if (event.query.queryKey[0] !== blocklistQuery.queryKey[0]) return
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const [before, now] = [earlier, queryClient.getQueryData(blocklistQuery.queryKey)]
      earlier = now
      // Changes made in this tab are written to the cache after the service has confirmed them.
      if (event.action.manual || before === undefined || now === undefined) return
      const changes = changesBetween(before, now)
      if (changes.length === 0) return
      const change = { at: new Date().toISOString(), changes }
      setChanges(others => [change, ...others].slice(0, MAX_KEPT))
    })
  }, [queryClient])
  return [changes, () => setChanges([])]
}

/** The changes of one entity's numbers between two versions of the list. */
type EntityChange = { entity: BlockedEntity; blocked: string[]; unblocked: string[] }

/** The entities whose numbers differ. Identical objects are not compared. */
export function changesBetween(before: BlockedEntity[], after: BlockedEntity[]): EntityChange[] {
  const earlier = new Map(before.map(one => [entityKey(one), one]))
  const later = new Map(after.map(one => [entityKey(one), one]))
  return Array.from(new Map([...earlier, ...later])).flatMap(([key, entity]) => {
    const [one, other] = [earlier.get(key), later.get(key)]
    if (one === other) return []
    const [had, has] = [new Set(one?.numbers), new Set(other?.numbers)]
    const blocked = [...has].filter(number => !had.has(number))
    const unblocked = [...had].filter(number => !has.has(number))
    return blocked.length + unblocked.length > 0 ? [{ entity, blocked, unblocked }] : []
  })
}

const MAX_NAMED = 2

/** "2 numbers were blocked and 27821230001 was unblocked for Acme Cars; …" */
export function formatChanges(changes: EntityChange[]): string {
  const texts = changes.slice(0, MAX_NAMED).map(formatEntityChange)
  const more = changes.length - MAX_NAMED
  if (more > 0) texts.push(`${more} more ${plural(more, 'entry', 'entries')} changed`)
  return `${texts.join('; ')}.`
}

function formatEntityChange({ entity, blocked, unblocked }: EntityChange): string {
  const parts = [
    blocked.length > 0 && `${numbersWere(blocked)} blocked`,
    unblocked.length > 0 && `${numbersWere(unblocked)} unblocked`,
  ]
  return `${parts.filter(Boolean).join(' and ')} for ${entity.name}`
}

function numbersWere(numbers: string[]): string {
  return `${namedOrCounted(numbers, 1)} ${plural(numbers.length, 'was', 'were')}`
}
