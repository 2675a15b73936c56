import { formatNumber } from '../../../format/numbers.ts'
import readOut from '../../../ui/read-out.module.css'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import classes from './number-table.module.css'
import { NumberTableRow, unblockId } from './number-table-row.tsx'

/** As the style sheet has it: rows of one height need not be measured, however many there are. */
const ROW_HEIGHT = 48
/** The bar with the filter, and the head of the table. */
const COVERED_TOP = 110

type NumberTableProps = {
  label: string
  numbers: string[]
  selected: ReadonlySet<string>
  onSelect: (number: string, isSelected: boolean) => void
  /** Selects all of these numbers, or none. */
  onSelectAll: (isSelected: boolean) => void
  onUnblock: (number: string) => void
}

/** All of these numbers, each with its checkbox and Unblock. */
export function NumberTable(props: NumberTableProps) {
  const { label, numbers, selected, onSelect, onSelectAll, onUnblock } = props
  return (
    <VirtualTable
      label={label}
      className={classes.table}
      rows={numbers}
      keyOf={number => number}
      focusId={unblockId}
      rowHeight={ROW_HEIGHT}
      overscan={8}
      coveredTop={COVERED_TOP}
      columns={4}
      head={
        <>
          <th scope="col">
            <label className={classes.select}>
              <input
                type="checkbox"
                aria-label={`Select all ${formatNumber(numbers.length)}`}
                checked={numbers.every(number => selected.has(number))}
                onChange={event => onSelectAll(event.currentTarget.checked)}
              />
              Phone number
            </label>
          </th>
          <th scope="col">As dialled in its country</th>
          <th scope="col">Country</th>
          <th scope="col">
            <span className={readOut.only}>Unblock</span>
          </th>
        </>
      }
    >
      {(number, index) => (
        <NumberTableRow
          key={number}
          index={index}
          number={number}
          isSelected={selected.has(number)}
          onSelect={onSelect}
          onUnblock={onUnblock}
        />
      )}
    </VirtualTable>
  )
}
