import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatCount } from '../../../format/numbers.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/entity-contexts.ts'

/* Loaded on demand with the panel. */

export const nothingToExport = 'There is nothing to export: no numbers are blocked.'
export const scopeLegend = 'Which numbers'
export const filteredScope = (count: number, entity: string, filter: string) =>
  `Filtered: ${numberCount(count)} of ${entity} with “${filter}”`
export const entityScope = (
  context: EntityContext,
  entity: string,
  { count, isFiltered }: { count: number; isFiltered: boolean },
) =>
  `${isFiltered ? 'All of' : 'The'} ${CONTEXT_LABELS[context].one} ${entity}: ${numberCount(count)}`
export const wholeScope = (count: number, entities: string[]) =>
  `The whole blocklist: ${numberCount(count)} of ${entities.join(', ')}`
export const entityCount = (context: EntityContext, count: number) =>
  formatCount(count, CONTEXT_LABELS[context].one, CONTEXT_LABELS[context].many)

export const hint =
  'You get a CSV file for a spreadsheet, with one number in each row. Redial loads the list again first, so the file is up to date.'
export const download = 'Download'
export const noFile = 'No file was created.'
export const noneLeft = 'None of these numbers is still blocked, so no file was created.'
export const saved = (count: number, file: string) => `${numberCount(count)} saved as ${file}.`
