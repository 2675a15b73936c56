import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { paginationFeature } from './pagination-feature.ts'
import { selectionFeature } from './selection-feature.ts'

/**
 * The features of TanStack Table that our tables use. Pages and orders come from the service or from
 * the index of a range, so the table itself neither sorts nor paginates: it holds the state.
 */
export const TABLE_FEATURES = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  paginationFeature,
  selectionFeature,
})
