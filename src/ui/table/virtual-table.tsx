import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { rowAfter } from './row-after.ts'
import classes from './virtual-table.module.css'

type VirtualTableProps<Row> = {
  /** What the table lists, for those who can't see it. */
  label: string
  /** Of the widths of its columns and the look of its rows. */
  className: string | undefined
  /** The cells of the head. */
  head: ReactNode
  columns: number
  rows: Row[]
  keyOf: (row: Row) => string
  /** Of the link or button in a row that the keyboard comes to. */
  focusId: (row: Row) => string
  /** Of a usual row, in pixels. */
  rowHeight: number
  /** So many rows are drawn above and below those in sight. */
  overscan: number
  /** What stays at the top of the window covers so much of the rows, in pixels. */
  coveredTop?: number
  isBusy?: boolean
  /** Of the row that is looked at elsewhere, as in a drawer: it is kept in sight. */
  openKey?: string
  /**
   * Draws a row, which has a key, `data-index` and `aria-rowindex`. `measure` is its `ref`, where not
   * all rows are of one height.
   */
  children: (row: Row, index: number, measure: Ref<HTMLTableRowElement>) => ReactElement
}

/**
 * All rows, however many: only those in sight are drawn. The arrow keys, Page Up and Down, Home and
 * End go from row to row.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { rows, keyOf, openKey, children } = props
  const body = useRef<HTMLTableSectionElement>(null)
  /** The row that the keyboard is at. It stays drawn, so that it keeps the focus. */
  const [active, setActive] = useState<string | null>(null)
  const begin = useTopOf(body)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => props.rowHeight,
    overscan: props.overscan,
    scrollMargin: begin,
    scrollPaddingStart: props.coveredTop ?? 0,
    useFlushSync: false,
    rangeExtractor: range => {
      const drawn = defaultRangeExtractor(range)
      const kept = active === null ? -1 : rows.findIndex(row => keyOf(row) === active)
      if (kept === -1 || drawn.includes(kept)) return drawn
      return [...drawn, kept].sort((one, other) => one - other)
    },
  })
  const drawn = virtualizer.getVirtualItems()

  useEffect(() => {
    const open = openKey === undefined ? -1 : rows.findIndex(row => keyOf(row) === openKey)
    if (open >= 0) virtualizer.scrollToIndex(open)
  }, [openKey, rows, keyOf, virtualizer])

  const move = (press: KeyboardEvent<HTMLTableSectionElement>) => {
    const from = indexOf(press.target)
    const next = from === null ? null : rowAfter(from, press.key, rows.length)
    const row = next === null ? undefined : rows[next]
    if (next === null || row === undefined) return
    press.preventDefault()
    // It has to be there before it can have the focus.
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

  return (
    <table
      className={`${classes.table} ${props.className}`}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-busy={props.isBusy}
    >
      <thead>
        <tr aria-rowindex={1}>{props.head}</tr>
      </thead>
      <tbody ref={body} onKeyDown={move} onFocus={noteFocus} onBlur={noteBlur}>
        {/* One flat list: a row that moves within it stays the same, and keeps the focus. */}
        {drawn.flatMap(({ index, start }, place) => {
          const row = rows[index]
          if (row === undefined) return []
          const gap = start - (drawn[place - 1]?.end ?? begin)
          return [
            gap > 0 && <Gap key={`before ${index}`} height={gap} columns={props.columns} />,
            children(row, index, virtualizer.measureElement),
          ]
        })}
        <Gap
          height={begin + virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? begin)}
          columns={props.columns}
        />
      </tbody>
    </table>
  )
}

/** Stands for rows that are out of sight. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden data-gap className={classes.gap}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('tr') : null
  return row && Number(row.dataset.index)
}

/** How far below the top of the page the rows begin. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  const { current: measure } = useRef(() => {
    if (element.current === null) return
    setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
  })
  useLayoutEffect(measure)
  // What stands above them comes and goes: answers, news, the history.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [measure])
  return top
}
