import { formatPhoneNumber } from '../../../format/phone-number.ts'
import type { Column } from '../../../ui/table/column.ts'
import { LazyNumberCountry } from '../phone/lazy-number-country.tsx'
import * as unblockMessages from '../unblock/messages.ts'
import * as messages from './messages.ts'
import { useNumberSelection } from './number-selection.ts'
import classes from './number-table.module.css'

export const NUMBER_COLUMNS: Column<string>[] = [
  {
    id: 'number',
    header: messages.numberColumn,
    headerControl: <AllCheckbox />,
    sortFirst: 'ascending',
    className: classes.number,
    cell: number => <NumberCheckbox number={number} />,
  },
  {
    id: 'country',
    header: messages.countryColumn,
    className: classes.country,
    cell: number => (
      <LazyNumberCountry number={number}>{origin => origin?.country}</LazyNumberCountry>
    ),
  },
  {
    id: 'unblock',
    header: messages.unblockColumn,
    hideHeader: true,
    width: '116px',
    className: classes.unblock,
    cell: number => <UnblockButton number={number} />,
  },
]

function AllCheckbox() {
  const { numbers, selected, onSelectAll } = useNumberSelection()
  return (
    <label className={classes.select}>
      <input
        type="checkbox"
        aria-label={messages.selectAll(numbers.length)}
        checked={numbers.every(number => selected.has(number))}
        onChange={event => onSelectAll(event.currentTarget.checked)}
      />
    </label>
  )
}

function NumberCheckbox({ number }: { number: string }) {
  const { selected, onSelect } = useNumberSelection()
  return (
    <label className={classes.select} translate="no">
      <input
        type="checkbox"
        aria-label={messages.selectNumber(number)}
        checked={selected.has(number)}
        onChange={event => onSelect(number, event.currentTarget.checked)}
      />
      {formatPhoneNumber(number)}
    </label>
  )
}

function UnblockButton({ number }: { number: string }) {
  const { onUnblock } = useNumberSelection()
  return (
    // A plain button: the library's takes as long to render as the rest of the row.
    <button
      type="button"
      id={unblockId(number)}
      aria-label={messages.unblockNumber(number)}
      onClick={() => onUnblock(number)}
    >
      {unblockMessages.unblock}
    </button>
  )
}

/** The id of the button in a number's row, which gets the focus. */
export function unblockId(number: string): string {
  return `unblock-${number}`
}
