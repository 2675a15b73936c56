import { memo } from 'react'
import { NumberFacts } from '../phone/number-facts.tsx'
import classes from './number-table.module.css'

type NumberTableRowProps = {
  index: number
  number: string
  isSelected: boolean
  onSelect: (number: string, isSelected: boolean) => void
  onUnblock: (number: string) => void
}

export const NumberTableRow = memo(function NumberTableRow(props: NumberTableRowProps) {
  const { index, number, isSelected, onSelect, onUnblock } = props
  return (
    <tr data-index={index} aria-rowindex={index + 2}>
      <td className={classes.number} translate="no">
        <label className={classes.select}>
          <input
            type="checkbox"
            aria-label={`Select ${number}`}
            checked={isSelected}
            onChange={event => onSelect(number, event.currentTarget.checked)}
          />
          {number}
        </label>
      </td>
      <NumberFacts number={number}>
        {writing => (
          <>
            <td className={classes.national} translate="no">
              {writing?.national}
            </td>
            <td className={classes.country}>{writing?.country}</td>
          </>
        )}
      </NumberFacts>
      <td className={classes.unblock}>
        {/* A plain one: the library's takes as long to draw as all the rest of a row. */}
        <button
          type="button"
          id={unblockId(number)}
          aria-label={`Unblock ${number}`}
          onClick={() => onUnblock(number)}
        >
          Unblock
        </button>
      </td>
    </tr>
  )
})

/** The id of the button in a number's row, which gets the focus. */
export function unblockId(number: string): string {
  return `unblock-${number}`
}
