import type { ListProps } from '../event/list/list-search.ts'
import type { Selection } from '../replays/selection/selection.ts'

/** Which events: those of the page or those that were found, those that were ticked, or all. */
export type ExportScope = 'shown' | 'selected' | 'all'

export type ExportFormat = 'csv' | 'json'

/** What was asked for, frozen: the page may go on to other days meanwhile. */
export type ExportRequest = Pick<ListProps, 'list' | 'search'> & {
  scope: ExportScope
  format: ExportFormat
  selection: Selection
  /** Ids of the visible columns of the table; null for every column that a file can have. */
  shownColumns: string[] | null
}
