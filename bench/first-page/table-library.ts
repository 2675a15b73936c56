/* What the dashboard uses of TanStack Table, without the code that uses it (table-weight.ts). */

export { createColumnHelper, functionalUpdate, useTable } from '@tanstack/react-table'
export { TABLE_FEATURES } from '../../src/ui/table/table-features.ts'
