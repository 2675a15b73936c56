import {
  assignTableAPIs,
  makeStateUpdater,
  type RowData,
  type Table_RowPagination,
  type TableFeature,
  type TableFeatures,
  type TableOptions_RowPagination,
  type TableState_RowPagination,
} from '@tanstack/react-table'
import {
  getDefaultPaginationState,
  table_getCanNextPage,
  table_getCanPreviousPage,
  table_nextPage,
  table_previousPage,
  table_setPagination,
} from '@tanstack/react-table/static-functions'

declare module '@tanstack/react-table' {
  interface Plugins {
    paginationFeature: TableFeature
  }
  interface TableState_FeatureMap {
    paginationFeature: TableState_RowPagination
  }
  interface TableOptions_FeatureMap<TFeatures extends TableFeatures, TData extends RowData> {
    paginationFeature: Pick<TableOptions_RowPagination, 'onPaginationChange' | 'pageCount'> & {
      /** False while it is unknown where the page before is, on a service without page numbers. */
      hasPreviousPage?: boolean
    }
  }
  interface Table_FeatureMap<TFeatures extends TableFeatures, TData extends RowData> {
    paginationFeature: Pick<
      Table_RowPagination<TFeatures, TData>,
      'setPagination' | 'nextPage' | 'previousPage' | 'getCanNextPage' | 'getCanPreviousPage'
    >
  }
}

/** The page of a list, which the URL owns. */
export type PaginationControl = {
  /** From 1. */
  page: number
  /** The requested number of rows. */
  size: number
  /** Whether the answer has `previous` and `next`. Only these say which pages exist. */
  hasPrevious: boolean
  hasNext: boolean
  /** Called with the first page if the size changes. */
  onPage: (to: { page: number; size: number }) => void
}

/**
 * TanStack Table's pagination without its row models: the state, its change handler, and the
 * library's own functions for a pager. The stock feature would bring everything for rows that the
 * table splits into pages itself (docs/decisions/0047).
 */
export const paginationFeature: TableFeature = {
  getInitialState: state => ({ pagination: getDefaultPaginationState(), ...state }),
  getDefaultTableOptions: table => ({ onPaginationChange: makeStateUpdater('pagination', table) }),
  constructTableAPIs: table =>
    assignTableAPIs('paginationFeature', table, {
      table_setPagination: { fn: updater => table_setPagination(table, updater) },
      table_nextPage: { fn: () => table_nextPage(table) },
      table_previousPage: { fn: () => table_previousPage(table) },
      table_getCanNextPage: { fn: () => table_getCanNextPage(table) },
      table_getCanPreviousPage: {
        fn: () => {
          const { options } = table
          if ('hasPreviousPage' in options && options.hasPreviousPage === false) return false
          return table_getCanPreviousPage(table)
        },
      },
    }),
}
