import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/table/column.ts'
import type { SortOrder } from '../ui/table/sort-order.ts'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { VirtualTable } from '../ui/table/virtual-table.tsx'
import { Example } from './example.tsx'

type Row = { id: string; company: string; attempts: number }

const MANY: Row[] = Array.from({ length: 5_000 }, (_, index) => ({
  id: `row-${index}`,
  company: `Company ${index + 1}`,
  attempts: index % 4,
}))

const FEW: Row[] = MANY.slice(0, 3).map((row, index) => ({ ...row, id: `few-${index}` }))

const COLUMNS: Column<Row>[] = [
  {
    id: 'company',
    header: 'Company',
    cell: ({ id, company }) => (
      <a id={`${id}-link`} href={`#${id}`}>
        {company}
      </a>
    ),
  },
  { id: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
]

const SORTABLE: Column<Row>[] = COLUMNS.map(column => ({ ...column, sortFirst: 'ascending' }))

/** The last section, because nothing is below the long table on real pages either. */
export function VirtualRowsExample() {
  const [sort, setSort] = useState<SortOrder>({ column: 'company', direction: 'ascending' })
  const few = useTableModel({ columns: SORTABLE, sort, onSort: setSort })
  const many = useTableModel({ columns: COLUMNS })
  return (
    <>
      <Example name="Virtual rows, busy, sorted, with an open row">
        <Card>
          <VirtualTable
            label="Few companies"
            table={few}
            rows={FEW}
            keyOf={({ id }) => id}
            focusId={({ id }) => `${id}-link`}
            rowHeight={42}
            overscan={4}
            openKey="few-1"
            onOpen={() => {}}
            isBusy
          />
        </Card>
      </Example>
      <Example name="Virtual rows">
        <Card>
          <VirtualTable
            label="Many companies"
            table={many}
            rows={MANY}
            keyOf={({ id }) => id}
            focusId={({ id }) => `${id}-link`}
            rowHeight={42}
            isMeasured
            overscan={4}
          />
        </Card>
      </Example>
    </>
  )
}
