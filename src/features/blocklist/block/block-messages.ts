import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_WORDS } from '../records/entity-contexts.ts'

/** Names the entity, because another one may be on screen by now. */
export function draftMessage(name: string): string {
  return name === ''
    ? 'What you typed before is still here.'
    : `What you typed before for ${name} is still here.`
}

/** "Block 26 numbers for Acme Cars Sandton" */
export function submitLabelFor(count: number, name: string): string {
  const what = count === 0 ? 'Block numbers' : `Block ${numberCount(count)}`
  return name === '' ? what : `${what} for ${name}`
}

/** Says whose calls are rejected if that is more than one company. */
export function reachMessage(context: EntityContext, name: string): string | null {
  if (context === 'company') return null
  const whose = name === '' ? `the ${CONTEXT_WORDS[context].one}` : name
  return `Calls from these numbers to every company of ${whose} will be rejected.`
}

export function heldMessage(count: number): string {
  return count === 1
    ? 'The number is held back, so nothing was sent. Correct it, or include it as it is.'
    : `All ${formatNumber(count)} numbers are held back, so nothing was sent. Correct them, or include them as they are.`
}

export function heldLeftMessage(count: number): string {
  return count === 1
    ? '1 number was held back and is still here. Correct it, include it, or cancel.'
    : `${formatNumber(count)} numbers were held back and are still here. Correct them, include them, or cancel.`
}

export function invalidMessage(count: number): string {
  return count === 1
    ? '1 entry is invalid, so nothing was blocked. Fix it, remove it, or skip it below.'
    : `${formatNumber(count)} entries are invalid, so nothing was blocked. Fix them, remove them, or skip them below.`
}
