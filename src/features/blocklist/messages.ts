import type { EntityContext } from '../../../contract/blocklist.ts'
import { CONTEXT_LABELS } from './records/entity-contexts.ts'

export const title = 'Blocklist'
export const purpose = 'Calls from these numbers are rejected before they connect.'
export const loading = 'Loading the blocklist…'
export const outOfDateTitle = 'This list may be out of date.'
export const outOfDate = 'It could not be refreshed.'

export const noneBlockedTitle = (context: EntityContext) =>
  `No numbers are blocked for any ${CONTEXT_LABELS[context].one}`
export const noneBlocked = 'Block a number to reject its calls.'
export const noOtherEntity = (context: EntityContext) =>
  `No other ${CONTEXT_LABELS[context].one} has blocked numbers.`
export const allEntities = (context: EntityContext) => `All ${CONTEXT_LABELS[context].many}`
export const foundEntities = (context: EntityContext) => `Found ${CONTEXT_LABELS[context].many}`
