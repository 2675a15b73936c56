import {
  type BlocklistRecord,
  type Entity,
  type EntityContext,
  withCountryCode,
} from '../../../../contract/blocklist.ts'
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
  for (const record of records) {
    const { reference, name } = record.entity
    const entities = byContext[record.entity_context_name]
    const earlier = entities.get(reference) ?? { name: shownText(name), numbers: [] }
    entities.set(reference, { ...earlier, numbers: earlier.numbers.concat(numbersOf(record)) })
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

/** The numbers of a record or of a request. */
export function numbersOf(record: Pick<BlocklistRecord, 'blocked_phone_number_list'>): string[] {
  return record.blocked_phone_number_list.map(({ phone_number }) => phone_number)
}

/** As the form writes them: with their country code, in whose place some services list a 0. */
export function withCountryCodes(numbers: string[]): Set<string> {
  return new Set(numbers.map(withCountryCode))
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
  return {
    reference,
    name: shownText(own[0]?.entity.name ?? reference),
    numbers: [...new Set(own.flatMap(numbersOf))],
  }
}

/** "Dealer 2" before "Dealer 10". */
const compareText = new Intl.Collator('en', { numeric: true }).compare
