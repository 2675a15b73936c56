import { createContext, use } from 'react'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox, RowCheckbox } from '../../../ui/table/row-checkbox.tsx'
import * as messages from '../messages.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import classes from './number-table.module.css'

export const NUMBER_COLUMNS: Column<string>[] = [
  {
    id: 'selected',
    name: messages.selectColumn,
    header: numbers => (
      <AllRowsCheckbox
        label={messages.selectAll(numbers.length)}
        count={numbers.length}
        className={classes.select}
      />
    ),
    width: '48px',
    isFixed: true,
    className: classes.selected,
    cell: number => (
      <RowCheckbox id={number} name={messages.selectNumber(number)} className={classes.select} />
    ),
  },
  {
    id: 'number',
    header: messages.numberColumn,
    sortFirst: 'ascending',
    className: classes.number,
    cell: number => <span translate="no">{formatPhoneNumber(number)}</span>,
  },
  {
    id: 'country',
    header: messages.countryColumn,
    className: classes.country,
    cell: number => <Country number={number} />,
  },
  {
    id: 'unblock',
    header: messages.unblockColumn,
    hideHeader: true,
    width: '116px',
    isFixed: true,
    className: classes.unblock,
    cell: number => <UnblockButton number={number} />,
  },
]

function Country({ number }: { number: string }) {
  return usePhoneRules().data?.countryOfNumber(number)?.country
}

function UnblockButton({ number }: { number: string }) {
  const onUnblock = useUnblockNumber()
  return (
    // A plain button: the library's takes as long to render as the rest of the row.
    <button
      type="button"
      id={unblockId(number)}
      aria-label={messages.unblockNumber(number)}
      onClick={() => onUnblock(number)}
    >
      {messages.unblock}
    </button>
  )
}

/** The id of the button in a number's row, which gets the focus. */
export function unblockId(number: string): string {
  return `unblock-${number}`
}

/** Gives the action to the cells, so that the columns stay the same objects. */
export const UnblockNumberContext = createContext<(number: string) => void>(() => {})

/** Asks whether to unblock a number. */
export function useUnblockNumber(): (number: string) => void {
  return use(UnblockNumberContext)
}
