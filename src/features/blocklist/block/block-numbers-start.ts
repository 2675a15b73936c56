import {
  DEFAULT_COUNTRY,
  DEFAULT_ENTITY_CONTEXT,
  type Entity,
  type EntityContext,
} from '../../../../contract/blocklist.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import type { BlockNumbersValues } from './block-numbers-values.ts'

/**
 * The initial values of the form: the entity on the page, or the context of the chosen tab. Otherwise
 * the context is the partner, as in the interface. An account usually has one partner, so the only
 * known one is used.
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
    // The number of a call includes its country code.
    texts: [number === '' ? '' : `+${number}`],
    included: number === '' ? [] : [`+${number}`],
    defaultCountry: DEFAULT_COUNTRY.code,
  }
}
