import { memo } from 'react'
import { NumberFacts } from './number-facts.tsx'
import classes from './number-table.module.css'

type NumberTableRowProps = {
  index: number
  number: string
  onUnblock: (number: string) => void
}

export const NumberTableRow = memo(function NumberTableRow(props: NumberTableRowProps) {
  const { index, number, onUnblock } = props
  return (
    <tr data-index={index} aria-rowindex={index + 2}>
      <td className={classes.number}>{number}</td>
      <NumberFacts number={number}>
        {writing => (
          <>
            <td className={classes.national}>{writing?.national}</td>
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

/** Of the button in a number's row, where the keyboard goes on. */
export function unblockId(number: string): string {
  return `unblock-${number}`
}
