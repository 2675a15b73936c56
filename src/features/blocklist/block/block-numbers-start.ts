import {
  DEFAULT_ENTITY_CONTEXT,
  type Entity,
  type EntityContext,
} from '../../../../contract/blocklist.ts'
import { DEFAULT_COUNTRY } from '../phone/default-country.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import type { BlockNumbersValues } from './block-numbers-values.ts'

/**
 * The form as it begins: with the entity that the page shows, or the context whose tab is chosen.
 * Else it's the partner's, as in the interface. An account has one partner as a rule, so the only
 * one that is known is taken.
 */
export function blockNumbersStart(
  context: EntityContext = DEFAULT_ENTITY_CONTEXT,
  shown: Entity | undefined,
  entities: BlockedEntities | null,
  number = '',
): BlockNumbersValues {
  const [partner, ...others] = entities?.partner ?? []
  const onlyPartner = context === 'partner' && others.length === 0 ? partner : undefined
  const entity = shown ?? onlyPartner
  return {
    entity_context_name: context,
    entity: { name: entity?.name ?? '', reference: entity?.reference ?? '' },
    // The number of a call is whole, its country code included.
    texts: [number === '' ? '' : `+${number}`],
    included: number === '' ? [] : [`+${number}`],
    defaultCountry: DEFAULT_COUNTRY.code,
  }
}
