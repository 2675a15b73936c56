import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/entity-contexts.ts'

export const blockedForThis = (context: EntityContext, count: number) =>
  `${count === 0 ? 'No numbers' : numberCount(count)} blocked for this ${CONTEXT_LABELS[context].one}`
export const reference = 'Reference'
export const notOnBlocklist = (context: EntityContext) =>
  `This ${CONTEXT_LABELS[context].one} is not on the blocklist.`
export const noNumberMatches = (context: EntityContext, count: number, filter: string) =>
  `None of the ${numberCount(count)} blocked for this ${CONTEXT_LABELS[context].one} has “${filter}” in it.`
export const numberTable = (entity: string) => `Numbers blocked for ${entity}`
export const selectColumn = 'Select'
export const numberColumn = 'Phone number'
export const countryColumn = 'Country'
export const unblockColumn = 'Unblock'
export const selectAll = (count: number) => `Select all ${formatNumber(count)}`
export const selectNumber = (number: string) => `Select ${number}`
export const unblockNumber = (number: string) => `Unblock ${number}`
export const unblockSelected = (count: number) => `Unblock ${numberCount(count)}`
