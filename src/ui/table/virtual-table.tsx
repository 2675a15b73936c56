import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { TableSelectionContext, useTableSelectionValue } from './row-selection.tsx'
import look from './table.module.css'
import { ROLES, TableHead, TableRow } from './table-parts.tsx'
import type { TableModel } from './use-table-model.ts'
import classes from './virtual-table.module.css'

/** How many rows each key moves. */
const STEPS: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

type VirtualTableProps<Row> = {
  table: TableModel<Row>
  label: string
  className?: string | undefined
  rows: Row[]
  keyOf: (row: Row) => string
  /** The id of the link or button in a row that gets the focus. */
  focusId: (row: Row) => string
  rowHeight: number
  /** The height of the fixed elements at the top of the window, in CSS pixels. */
  coveredTop: number
}

/**
 * A table with any number of rows, of which only the visible ones are rendered. The arrow keys, Page
 * Up, Page Down, Home and End move between rows.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { table: model, rows, keyOf } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const selection = useTableSelectionValue(model.selection, rows)
  /** The row with the focus. It stays rendered, so that it keeps the focus. */
  const [active, setActive] = useState<string | null>(null)
  const top = useTopOf(body)
  const begin = top ?? 0
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    // Rows are rendered once their place is known, otherwise the first ones would be laid out twice.
    count: top === null ? 0 : rows.length,
    estimateSize: () => props.rowHeight,
    overscan: 8,
    scrollMargin: begin,
    scrollPaddingStart: props.coveredTop,
    useFlushSync: false,
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      const index = active === null ? -1 : rows.findIndex(row => keyOf(row) === active)
      if (index === -1 || indexes.includes(index)) return indexes
      return [...indexes, index].sort((one, other) => one - other)
    },
  })
  const drawn = virtualizer.getVirtualItems()

  const move = (press: KeyboardEvent<HTMLTableSectionElement>) => {
    const from = indexOf(press.target)
    const step = STEPS[press.key]
    if (from === null || step === undefined) return
    const next = Math.min(rows.length - 1, Math.max(0, from + step))
    const row = rows[next]
    if (row === undefined) return
    press.preventDefault()
    // The row has to exist before it can get the focus.
    flushSync(() => setActive(keyOf(row)))
    virtualizer.scrollToIndex(next)
    document.getElementById(props.focusId(row))?.focus({ preventScroll: true })
  }
  const noteFocus = ({ target }: FocusEvent) => {
    const index = indexOf(target)
    const row = index === null ? undefined : rows[index]
    if (row !== undefined) setActive(keyOf(row))
  }
  const noteBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setActive(null)
  }
  const element = (
    <table
      {...ROLES.table}
      className={clsx(look.table, classes.table, props.className)}
      style={{ gridTemplateColumns: model.gridTemplateColumns }}
      data-density={model.density}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
    >
      <TableHead model={model} rows={rows} rowIndex={1} />
      <tbody {...ROLES.group} ref={body} onKeyDown={move} onFocus={noteFocus} onBlur={noteBlur}>
        {/* One flat list, so that a row that moves keeps its element and the focus. */}
        {drawn.flatMap(({ index, start }, position) => {
          const row = rows[index]
          if (row === undefined) return []
          const gap = start - (drawn[position - 1]?.end ?? begin)
          return [
            gap > 0 && <Gap key={`before ${index}`} height={gap} />,
            <TableRow key={keyOf(row)} row={row} columns={model.shown} index={index} />,
          ]
        })}
        <Gap height={begin + rows.length * props.rowHeight - (drawn.at(-1)?.end ?? begin)} />
      </tbody>
    </table>
  )
  return <TableSelectionContext value={selection}>{element}</TableSelectionContext>
}

function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden data-gap className={classes.gap}>
      <td style={{ height }} />
    </tr>
  ) : null
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
  return row && Number(row.dataset.index)
}

/** The distance of the rows from the top of the page; null in the first render. */
function useTopOf(element: RefObject<HTMLElement | null>): number | null {
  const [top, setTop] = useState<number | null>(null)
  const { current: measure } = useRef(() => {
    if (element.current === null) return
    setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
  })
  useLayoutEffect(measure)
  // The content above them changes: answers, notices, the history.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [measure])
  return top
}
