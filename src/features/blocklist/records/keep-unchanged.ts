import type { BlocklistRecord } from '../../../../contract/blocklist.ts'

/** Returns `after` with unchanged records replaced by the same objects from `before`. */
export function keepUnchanged(
  before: BlocklistRecord[] | undefined,
  after: BlocklistRecord[],
): BlocklistRecord[] {
  if (before === undefined) return after
  const known = new Map(before.map(record => [record.id, record]))
  const kept = after.map(record => {
    const earlier = known.get(record.id)
    return earlier && isSame(earlier, record) ? earlier : record
  })
  const isAll = kept.length === before.length && kept.every((record, i) => record === before[i])
  return isAll ? before : kept
}

function isSame(one: BlocklistRecord, other: BlocklistRecord): boolean {
  const numbers = other.blocked_phone_number_list
  return (
    one.entity_context_name === other.entity_context_name &&
    one.entity.reference === other.entity.reference &&
    one.entity.name === other.entity.name &&
    one.blocked_phone_number_list.length === numbers.length &&
    one.blocked_phone_number_list.every(
      ({ phone_number }, index) => phone_number === numbers[index]?.phone_number,
    )
  )
}
