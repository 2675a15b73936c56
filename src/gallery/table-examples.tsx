import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
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
    cell: ({ id, company }) => (
      <a href={`#${id}`} data-opens>
        {company}
      </a>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    align: 'end',
    width: '90px',
    cardLabel: 'Attempts',
    cell: ({ attempts }) => attempts,
  },
]

export function TableExamples() {
  const [open, setOpen] = useState<string>()
  return (
    <>
      <Example name="Table">
        <Card>
          <DataTable
            label="Companies"
            columns={COLUMNS}
            rows={ROWS}
            rowId={({ id }) => id}
            openRowId={open}
            onOpen={({ id }) => setOpen(id)}
          />
        </Card>
        <output>Open: {open ?? 'none'}</output>
      </Example>
      <Example name="Table, loading other rows">
        <Card>
          <DataTable
            label="Companies, busy"
            columns={COLUMNS}
            rows={ROWS.slice(0, 2)}
            rowId={({ id }) => id}
            isBusy
          />
        </Card>
      </Example>
    </>
  )
}
