import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { ListedNumbers } from '../phone-input/validate-entries.ts'
import { findEntity } from '../records/blocked-entities.ts'
import { blocklistQuery } from '../records/queries.ts'
import type { BlockNumbersFields } from './block-numbers-values.ts'
import { useOwnNumbers } from './use-own-numbers.ts'

/**
 * The numbers that are already blocked for the entity in the form and for every partner of the
 * account, and the account's own tracking numbers.
 */
export function useListedNumbers(control: Control<BlockNumbersFields>): ListedNumbers {
  const context = useWatch({ control, name: 'entity_context_name' })
  const reference = useWatch({ control, name: 'entity.reference' }).trim()
  const { data: records } = useQuery(blocklistQuery)
  const partner = useMemo(
    () =>
      new Set(
        records
          ?.filter(record => record.entity_context_name === 'partner')
          .flatMap(record => record.blocked_phone_number_list.map(entry => entry.phone_number)),
      ),
    [records],
  )
  const entity = useMemo(
    () => new Set(findEntity(records ?? [], context, reference).numbers),
    [records, context, reference],
  )
  const own = useOwnNumbers()
  return useMemo(() => ({ entity, partner, own }), [entity, partner, own])
}
