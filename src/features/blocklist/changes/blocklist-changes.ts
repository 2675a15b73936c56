import type { BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { plural } from '../../../format/numbers.ts'
import { namedOrCounted, numberCount } from '../records/block-summary.ts'

/** The changes of one entity's numbers between two versions of the list. */
export type EntityChange = {
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
