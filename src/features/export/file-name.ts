import { LIST_LABELS } from '../event/list/list-labels.ts'
import { needsRange } from '../event/list/list-search.ts'
import type { ExportRequest } from './export-request.ts'
import type { Gathered } from './gather-events.ts'

/**
 * "failed-calls-2026-11-15-to-2026-11-21.csv", with the chosen scope, and with "incomplete" if
 * events are missing.
 */
export function exportFileName(
  { list, search, scope, format, selection }: ExportRequest,
  { events, of, isWhole }: Gathered,
): string {
  const { from, to, page } = search
  const isChosen = scope === 'selected' && !selection.isAll
  const parts = [
    LIST_LABELS[list].path.slice(1),
    from === to ? from : `${from}-to-${to}`,
    isChosen && 'selected',
    scope === 'shown' && (needsRange(search) ? isNarrowed(search) && 'found' : `page-${page}`),
    !isWhole && `incomplete-${events.length}${of === null ? '' : `-of-${of}`}`,
  ]
  return `${parts.filter(part => part !== false).join('-')}.${format}`
}

/** Whether fewer events than the whole range may be shown. */
export function isNarrowed(search: ExportRequest['search']): boolean {
  return needsRange({ ...search, view: undefined })
}
