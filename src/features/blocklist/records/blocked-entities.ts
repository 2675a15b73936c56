import { type Entity, type EntityContext, withCountryCode } from '../../../../contract/blocklist.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'

export const CONTEXT_LABELS: Record<EntityContext, { title: string; one: string; many: string }> = {
  company: { title: 'Company', one: 'company', many: 'companies' },
  partner: { title: 'Partner', one: 'partner', many: 'partners' },
  group: { title: 'Group', one: 'group', many: 'groups' },
}

/** The contexts in the order of their tabs. */
export const CONTEXTS: EntityContext[] = ['company', 'partner', 'group']

/** An entity of the blocklist with its numbers, of which it may have none. */
export type BlockedEntity = Entity & { context: EntityContext; numbers: string[] }

export function entityKey(context: EntityContext, reference: string): string {
  return `${context} ${reference}`
}

/** Each entity once, sorted by name. A service may send several records of one entity. */
export function mergeEntities(entities: BlockedEntity[]): BlockedEntity[] {
  const byKey = Map.groupBy(entities, ({ context, reference }) => entityKey(context, reference))
  return [...byKey.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const numbers = eachOnce([first, ...others].flatMap(({ numbers }) => numbers))
      return { ...first, name: shownText(first.name), numbers }
    })
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.reference, b.reference))
}

/** Most services send them sorted. Checking that is much faster than creating a set of 100,000. */
function eachOnce(numbers: string[]): string[] {
  const isAscending = numbers.every(
    (number, index) => index === 0 || (numbers[index - 1] ?? '') < number,
  )
  return isAscending ? numbers : [...new Set(numbers)]
}

/** As the form writes them: with their country code, in whose place some services list a 0. */
export function withCountryCodes(numbers: string[]): Set<string> {
  return new Set(numbers.map(withCountryCode))
}

/** One entity with its numbers; without numbers if it is unknown. */
export function findEntity(
  entities: BlockedEntity[],
  context: EntityContext,
  reference: string,
): BlockedEntity {
  const isMeant = (one: BlockedEntity) => one.context === context && one.reference === reference
  return entities.find(isMeant) ?? { context, reference, name: reference, numbers: [] }
}

/** "Dealer 2" before "Dealer 10". */
const compareText = new Intl.Collator('en', { numeric: true }).compare
