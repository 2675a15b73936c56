import type { ListProps } from '../event/list/list-search.ts'

/** The mutation key, so that the button can show progress without loading the export code. */
export const EXPORT_KEY = ['export']

/** Which events of the range are exported: those that match, the selected ones, or all. */
export type ExportScope = 'filtered' | 'selected' | 'all'

export type ExportFormat = 'csv' | 'xlsx' | 'json'

/** A copy of what was requested, because the page may change to other dates during the export. */
export type ExportRequest = Pick<ListProps, 'list' | 'search'> & {
  scope: ExportScope
  format: ExportFormat
  /** The ids of the selected events. */
  selected: string[]
  /** Ids of the visible columns of the table; null for every column that a file can have. */
  shownColumns: string[] | null
}

/** Whether the file has what only the service knows, and not the gateway's copy. */
export function needsPayloads({ format, shownColumns }: ExportRequest): boolean {
  return format === 'json' || shownColumns === null
}
