import type { Entity, EntityContext } from '../../../contract/blocklist.ts'
import type { BlockNumbersValues } from './block-numbers-values.ts'
import type { BlockedEntities } from './blocked-entities.ts'

/**
 * The form as it begins: the context of the tab that one is on, and the entity that is chosen there.
 * An account has one partner as a rule, so the only one that is known is taken.
 */
export function blockNumbersStart(
  context: EntityContext,
  chosen: Entity | undefined,
  entities: BlockedEntities | null,
): BlockNumbersValues {
  const [partner, ...others] = entities?.partner ?? []
  const onlyPartner = context === 'partner' && others.length === 0 ? partner : undefined
  const entity = chosen ?? onlyPartner
  return {
    entity_context_name: context,
    entity: { name: entity?.name ?? '', reference: entity?.reference ?? '' },
    blocked_phone_number_list: [{ phone_number: '' }],
  }
}
