import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/entity-contexts.ts'

export const tabs = 'What the numbers are blocked for'
export const entityList = (context: EntityContext) =>
  `Every ${CONTEXT_LABELS[context].one} with blocked numbers`
export const showMoreEntities = (others: number) => `Show more of the other ${formatNumber(others)}`
export const nothingFoundTitle = (context: EntityContext) =>
  `No ${CONTEXT_LABELS[context].one} found`
export const nothingFound = (context: EntityContext, searched: string, isElsewhere: boolean) =>
  `No ${CONTEXT_LABELS[context].one} with blocked numbers has “${searched}” in its name, reference or numbers${isElsewhere ? ', but there are:' : '.'}`
export const foundElsewhere = (context: EntityContext, count: number) =>
  formatCount(count, CONTEXT_LABELS[context].one, CONTEXT_LABELS[context].many)

export const partOfNumbers = (part: number, all: number) =>
  `${formatNumber(part)} of ${numberCount(all)}`
