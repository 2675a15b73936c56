import {
  assignTableAPIs,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  makeStateUpdater,
  type RowData,
  rowSortingFeature,
  type Table_RowSelection,
  type TableFeature,
  type TableFeatures,
  type TableOptions_RowSelection,
  type TableState_RowSelection,
  tableFeatures,
} from '@tanstack/react-table'
import {
  getDefaultRowSelectionState,
  table_getIsSomeRowsSelected,
  table_setRowSelection,
} from '@tanstack/react-table/static-functions'
import { paginationFeature } from './pagination-feature.ts'

declare module '@tanstack/react-table' {
  interface Plugins {
    selectionFeature: TableFeature
  }
  interface TableState_FeatureMap {
    selectionFeature: TableState_RowSelection
  }
  interface TableOptions_FeatureMap<TFeatures extends TableFeatures, TData extends RowData> {
    selectionFeature: Pick<TableOptions_RowSelection<TFeatures, TData>, 'onRowSelectionChange'>
  }
  interface Table_FeatureMap<TFeatures extends TableFeatures, TData extends RowData> {
    selectionFeature: Pick<
      Table_RowSelection<TFeatures, TData>,
      'setRowSelection' | 'getIsSomeRowsSelected'
    >
  }
}

/**
 * TanStack Table's row selection without rows: the state, by ids, its change handler, and the
 * library's own functions. The stock feature asks row objects, and there would be one for each of
 * 50,000 events at each keystroke (docs/decisions/0047).
 */
const selectionFeature: TableFeature = {
  getInitialState: state => ({ rowSelection: getDefaultRowSelectionState(), ...state }),
  getDefaultTableOptions: table => ({
    onRowSelectionChange: makeStateUpdater('rowSelection', table),
  }),
  constructTableAPIs: table =>
    assignTableAPIs('selectionFeature', table, {
      table_setRowSelection: { fn: updater => table_setRowSelection(table, updater) },
      table_getIsSomeRowsSelected: { fn: () => table_getIsSomeRowsSelected(table) },
    }),
}

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
