import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createTableHook,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

/**
 * TanStack Table with the features that our tables use. Pages and orders come from the service or
 * from the index of a range, so the table itself neither sorts nor cuts.
 */
export const { useAppTable, createAppColumnHelper } = createTableHook({
  features: tableFeatures({
    columnVisibilityFeature,
    columnOrderingFeature,
    columnSizingFeature,
    columnResizingFeature,
    rowSortingFeature,
  }),
  manualSorting: true,
  enableSortingRemoval: false,
  enableMultiSort: false,
  columnResizeMode: 'onChange',
})
