import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { AllRowsCheckbox, RowCheckbox } from '../ui/table/row-checkbox.tsx'
import { NOTHING } from '../ui/table/row-selection.ts'
import type { SortOrder } from '../ui/table/sort-order.ts'
import { type TableLayout, USUAL_LAYOUT } from '../ui/table/table-layout.ts'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { Example, LONG_TEXT } from './example.tsx'

type Row = { id: string; company: string; attempts: number }

const ROWS: Row[] = [
  { id: 'one', company: 'Acme Cars', attempts: 4 },
  { id: 'two', company: 'Bela Motors', attempts: 3 },
  { id: 'three', company: LONG_TEXT, attempts: 1_284 },
]

const COLUMNS: Column<Row>[] = [
  {
    id: 'company',
    header: 'Company',
    sortFirst: 'ascending',
    cell: ({ id, company }) => (
      <a href={`#${id}`} data-opens>
        {company}
      </a>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    sortFirst: 'descending',
    align: 'end',
    width: '90px',
    cardLabel: 'Attempts',
    cell: ({ attempts }) => attempts,
  },
]

/** The columns of a table in which rows can be selected. */
const WITH_SELECTION: Column<Row>[] = [
  {
    id: 'select',
    header: rows => <AllRowsCheckbox label="Select all companies" count={rows.length} />,
    isFixed: true,
    isCorner: true,
    width: '44px',
    cell: ({ id, company }) => <RowCheckbox id={id} name={`Select ${company}`} />,
  },
  ...COLUMNS,
]

const COMPACT: TableLayout = { ...USUAL_LAYOUT, density: 'compact' }
const HIDDEN_COLUMN: TableLayout = { ...USUAL_LAYOUT, columnVisibility: { attempts: false } }
const RESIZED: TableLayout = { ...USUAL_LAYOUT, columnSizing: { company: 280 } }

/** On screens of at most 600 pixels, each of these is a list of cards. */
export function TableExamples() {
  const [open, setOpen] = useState<string>()
  const [layout, setLayout] = useState(RESIZED)
  return (
    <>
      <Example name="Table">
        <Plain label="Companies" openRowId={open} onOpen={({ id }) => setOpen(id)} />
        <output>Open: {open ?? 'none'}</output>
      </Example>
      <Example name="Table, sorted">
        <SortedTable />
      </Example>
      <Example name="Table, compact">
        <Plain label="Companies, compact" layout={COMPACT} />
      </Example>
      <Example name="Table with a hidden column">
        <Plain label="Companies without attempts" layout={HIDDEN_COLUMN} />
      </Example>
      <Example name="Table with resized columns">
        <Plain label="Companies, resized" layout={layout} onLayout={change => setLayout(change)} />
      </Example>
      <Example name="Table with a selection">
        <SelectableTable />
      </Example>
      <Example name="Table without rows">
        <Plain label="No companies" rows={[]} />
      </Example>
      <Example name="Table, loading other rows">
        <Plain label="Companies, busy" rows={ROWS.slice(0, 2)} isBusy />
      </Example>
    </>
  )
}

type PlainProps = {
  label: string
  rows?: Row[]
  layout?: TableLayout
  onLayout?: (change: (layout: TableLayout) => TableLayout) => void
  openRowId?: string | undefined
  onOpen?: (row: Row) => void
  isBusy?: boolean
}

function Plain({ rows = ROWS, layout, onLayout = () => {}, ...props }: PlainProps) {
  const table = useTableModel({ columns: COLUMNS, layout: layout && { layout, onLayout } })
  return (
    <Card>
      <DataTable {...props} table={table} rows={rows} rowId={({ id }) => id} />
    </Card>
  )
}

function SelectableTable() {
  const [rowSelection, onRowSelectionChange] = useState(NOTHING)
  const table = useTableModel({
    columns: WITH_SELECTION,
    selection: { rowSelection, onRowSelectionChange, selectionId: ({ id }) => id },
  })
  return (
    <Card>
      <DataTable label="Companies to select" table={table} rows={ROWS} rowId={({ id }) => id} />
    </Card>
  )
}

function SortedTable() {
  const [sort, setSort] = useState<SortOrder>({ column: 'attempts', direction: 'descending' })
  const sign = sort.direction === 'descending' ? -1 : 1
  const rows = ROWS.toSorted((one, other) =>
    sort.column === 'attempts'
      ? sign * (one.attempts - other.attempts)
      : sign * one.company.localeCompare(other.company),
  )
  const table = useTableModel({ columns: COLUMNS, sort, onSort: setSort })
  return (
    <Card>
      <DataTable label="Companies, sorted" table={table} rows={rows} rowId={({ id }) => id} />
    </Card>
  )
}
