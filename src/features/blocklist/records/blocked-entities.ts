import type { BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'

export const CONTEXT_LABELS: Record<EntityContext, { title: string; one: string; many: string }> = {
  company: { title: 'Company', one: 'company', many: 'companies' },
  partner: { title: 'Partner', one: 'partner', many: 'partners' },
  group: { title: 'Group', one: 'group', many: 'groups' },
}

/** The contexts in the order of their tabs. */
export const CONTEXTS: EntityContext[] = ['company', 'partner', 'group']

export type BlockedEntity = Entity & { numbers: string[] }

export type BlockedEntities = Record<EntityContext, BlockedEntity[]>

/**
 * The entities of each context, each once and sorted by name, including those without blocked
 * numbers. A service may send several records of one entity.
 */
export function blockedEntitiesOf(records: BlocklistRecord[]): BlockedEntities {
  const byContext: Record<EntityContext, Map<string, { name: string; numbers: string[] }>> = {
    company: new Map(),
    partner: new Map(),
    group: new Map(),
  }
  for (const { entity_context_name, entity, blocked_phone_number_list } of records) {
    const entities = byContext[entity_context_name]
    const known = entities.get(entity.reference) ?? { name: shownText(entity.name), numbers: [] }
    for (const { phone_number } of blocked_phone_number_list) known.numbers.push(phone_number)
    entities.set(entity.reference, known)
  }
  const listOf = (context: EntityContext) =>
    [...byContext[context]]
      .map(([reference, { name, numbers }]) => ({ reference, name, numbers: eachOnce(numbers) }))
      .sort((a, b) => compareText(a.name, b.name) || compareText(a.reference, b.reference))
  return { company: listOf('company'), partner: listOf('partner'), group: listOf('group') }
}

/** Most services send them sorted. Checking that is much faster than creating a set of 100,000. */
function eachOnce(numbers: string[]): string[] {
  const isAscending = numbers.every(
    (number, index) => index === 0 || (numbers[index - 1] ?? '') < number,
  )
  return isAscending ? numbers : [...new Set(numbers)]
}

/** The entity for a request. The service accepts no empty name, so the reference replaces it. */
export function blockableEntity({ reference, name }: Entity): Entity {
  return { reference, name: name.trim() === '' ? reference : name }
}

export function withNumbers(entities: BlockedEntity[]): BlockedEntity[] {
  return entities.filter(entity => entity.numbers.length > 0)
}

/** One entity with its numbers; without numbers if it is unknown. */
export function findEntity(
  records: BlocklistRecord[],
  context: EntityContext,
  reference: string,
): BlockedEntity {
  const own = records.filter(
    record => record.entity_context_name === context && record.entity.reference === reference,
  )
  const numbers = own.flatMap(record =>
    record.blocked_phone_number_list.map(entry => entry.phone_number),
  )
  return {
    reference,
    name: shownText(own[0]?.entity.name ?? reference),
    numbers: [...new Set(numbers)],
  }
}

/** "Dealer 2" before "Dealer 10". */
const compareText = new Intl.Collator('en', { numeric: true }).compare
