import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/table/column.ts'
import { VirtualTable } from '../ui/table/virtual-table.tsx'
import { Example } from './example.tsx'

type Row = { id: string; company: string; attempts: number }

const MANY: Row[] = Array.from({ length: 5_000 }, (_, index) => ({
  id: `row-${index}`,
  company: `Company ${index + 1}`,
  attempts: index % 4,
}))

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

/** The last section, because nothing is below the table on real pages either. */
export function VirtualRowsExample() {
  return (
    <Example name="Virtual rows">
      <Card>
        <VirtualTable
          label="Many companies"
          columns={COLUMNS}
          rows={MANY}
          keyOf={({ id }) => id}
          focusId={({ id }) => `${id}-link`}
          rowHeight={42}
          isMeasured
          overscan={4}
        />
      </Card>
    </Example>
  )
}
