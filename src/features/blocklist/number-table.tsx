import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import readOut from '../../ui/read-out.module.css'
import { rowAfter } from '../failure-groups/row-after.ts'
import classes from './number-table.module.css'
import { NumberTableRow, unblockId } from './number-table-row.tsx'

/** As the style sheet has it: rows of one height need not be measured, however many there are. */
const ROW_HEIGHT = 48
const COLUMNS = 4

type NumberTableProps = {
  label: string
  numbers: string[]
  selected: ReadonlySet<string>
  onSelect: (number: string, isSelected: boolean) => void
  /** Selects all of these numbers, or none. */
  onSelectAll: (isSelected: boolean) => void
  onUnblock: (number: string) => void
}

/**
 * All of these numbers, however many: only the rows in sight are drawn. The arrow keys, Page Up and
 * Down, Home and End go from row to row.
 */
export function NumberTable(props: NumberTableProps) {
  const { label, numbers, selected, onSelect, onSelectAll, onUnblock } = props
  const body = useRef<HTMLTableSectionElement>(null)
  /** The row that the keyboard is at. It stays drawn, so that it keeps the focus. */
  const [active, setActive] = useState<string | null>(null)
  const begin = useTopOf(body)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: numbers.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: begin,
    scrollPaddingStart: 110,
    useFlushSync: false,
    rangeExtractor: range => {
      const drawn = defaultRangeExtractor(range)
      const kept = active === null ? -1 : numbers.indexOf(active)
      if (kept === -1 || drawn.includes(kept)) return drawn
      return [...drawn, kept].sort((one, other) => one - other)
    },
  })
  const rows = virtualizer.getVirtualItems()

  const move = (press: KeyboardEvent<HTMLTableSectionElement>) => {
    const row = press.target instanceof Element ? press.target.closest('tr') : null
    const next = row && rowAfter(Number(row.dataset.index), press.key, numbers.length)
    if (next == null) return
    const number = numbers[next]
    if (number === undefined) return
    press.preventDefault()
    // It has to be there before it can have the focus.
    flushSync(() => setActive(number))
    virtualizer.scrollToIndex(next)
    document.getElementById(unblockId(number))?.focus({ preventScroll: true })
  }

  return (
    <table className={classes.table} aria-label={label} aria-rowcount={numbers.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">
            <label className={classes.select}>
              <input
                type="checkbox"
                aria-label={`Select all ${numbers.length.toLocaleString('en')}`}
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
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={move}>
        {/* One flat list: a row that moves within it stays the same, and keeps the focus. */}
        {rows.flatMap((row, place) => {
          const number = numbers[row.index]
          if (number === undefined) return []
          const gap = row.start - (rows[place - 1]?.end ?? begin)
          return [
            gap > 0 && <Gap key={`before ${number}`} height={gap} />,
            <NumberTableRow
              key={number}
              index={row.index}
              number={number}
              isSelected={selected.has(number)}
              onSelect={onSelect}
              onUnblock={onUnblock}
            />,
          ]
        })}
        <Gap height={begin + virtualizer.getTotalSize() - (rows.at(-1)?.end ?? begin)} />
      </tbody>
    </table>
  )
}

/** Stands for rows that are out of sight. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden className={classes.gap}>
      <td colSpan={COLUMNS} style={{ height }} />
    </tr>
  ) : null
}

/** How far below the top of the page the rows begin. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current === null) return
      setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // What stands above them comes and goes: answers, news, the history.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
