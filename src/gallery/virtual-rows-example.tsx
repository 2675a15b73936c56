import type { Ref } from 'react'
import { Card } from '../ui/card.tsx'
import { VirtualTable } from '../ui/table/virtual-table.tsx'
import { Example } from './example.tsx'
import classes from './gallery.module.css'

type Row = { id: string; company: string; attempts: number }

const MANY: Row[] = Array.from({ length: 5_000 }, (_, index) => ({
  id: `row-${index}`,
  company: `Company ${index + 1}`,
  attempts: index % 4,
}))

/** The last section: as on the pages that use it, nothing is below the table. */
export function VirtualRowsExample() {
  return (
    <Example name="Virtual rows">
      <Card>
        <VirtualTable
          label="Many companies"
          className={classes.rows}
          head={
            <>
              <th scope="col">Company</th>
              <th scope="col">Attempts</th>
            </>
          }
          columns={2}
          rows={MANY}
          keyOf={({ id }) => id}
          focusId={({ id }) => `${id}-link`}
          rowHeight={40}
          overscan={4}
        >
          {(row, index, measure) => (
            <VirtualRow key={row.id} row={row} index={index} measure={measure} />
          )}
        </VirtualTable>
      </Card>
    </Example>
  )
}

function VirtualRow({
  row: { id, company, attempts },
  index,
  measure,
}: {
  row: Row
  index: number
  measure: Ref<HTMLTableRowElement>
}) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td>
        <a id={`${id}-link`} href={`#${id}`}>
          {company}
        </a>
      </td>
      <td>{attempts}</td>
    </tr>
  )
}
