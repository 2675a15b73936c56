import { type Entity, type EntityContext, withCountryCode } from '../../../../contract/blocklist.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'

export const CONTEXT_LABELS: Record<EntityContext, { title: string; one: string; many: string }> = {
  company: { title: 'Company', one: 'company', many: 'companies' },
  partner: { title: 'Partner', one: 'partner', many: 'partners' },
  group: { title: 'Group', one: 'group', many: 'groups' },
}

/** An entity of any context. It has a name: its reference, if the service sends none. */
export type AnyEntity = Entity & { context: EntityContext }

/** What identifies an entity. */
export type EntityId = Omit<AnyEntity, 'name'>

/** An entity of the blocklist with its numbers, of which it may have none. */
export type BlockedEntity = AnyEntity & { numbers: string[] }

export function entityKey({ context, reference }: EntityId): string {
  return `${context} ${reference}`
}

export function isSameEntity(one: EntityId, other: EntityId): boolean {
  return one.context === other.context && one.reference === other.reference
}

/** Each entity once, sorted by name. A service may send several records of one entity. */
export function mergeEntities(entities: BlockedEntity[]): BlockedEntity[] {
  return [...Map.groupBy(entities, entityKey).values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const numbers = new Set([first, ...others].flatMap(({ numbers }) => numbers))
      return { ...first, name: shownText(first.name), numbers: [...numbers] }
    })
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.reference, b.reference))
}

/** As the form writes them: with their country code, in whose place some services list a 0. */
export function withCountryCodes(numbers: string[]): Set<string> {
  return new Set(numbers.map(withCountryCode))
}

/** One entity with its numbers; without numbers if it is not listed. */
export function findEntity(
  entities: BlockedEntity[],
  { context, reference }: EntityId,
): BlockedEntity {
  const listed = entities.find(one => isSameEntity(one, { context, reference }))
  return listed ?? { context, reference, name: reference, numbers: [] }
}

/** "Dealer 2" before "Dealer 10". */
const compareText = new Intl.Collator('en', { numeric: true }).compare
