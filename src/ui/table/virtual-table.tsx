import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { opensRow } from './open-row.ts'
import { rowAfter } from './row-after.ts'
import look from './table.module.css'
import { TableHead } from './table-head.tsx'
import { ROLES } from './table-roles.ts'
import { TableRow } from './table-row.tsx'
import { type ColumnOptions, useColumns } from './use-columns.ts'
import classes from './virtual-table.module.css'

type VirtualTableProps<Row> = ColumnOptions<Row> & {
  /** What the table lists, for those who can't see it. */
  label: string
  className?: string | undefined
  rows: Row[]
  keyOf: (row: Row) => string
  /** The id of the link or button in a row that the keyboard goes to. */
  focusId: (row: Row) => string
  /** Of a usual row, in CSS pixels. */
  rowHeight: number
  /** Rows are not all of one height: each is measured. */
  isMeasured?: boolean
  /** Other rows are written into the elements that are there: for cells that keep no state of their own. */
  reusesRows?: boolean
  /** How many rows are drawn above and below those in sight. */
  overscan: number
  /** How much of the rows is covered by what stays at the top of the window, in CSS pixels. */
  coveredTop?: number
  isBusy?: boolean
  /** The key of the row whose details are open: it is kept in sight. */
  openKey?: string | undefined
  /** Called when a row is clicked, as in DataTable. */
  onOpen?: (row: Row) => void
  /** Called when other rows come into sight. */
  onShown?: (rows: { first: number; last: number }) => void
}

/**
 * All rows, however many: only those in sight are drawn. The arrow keys, Page Up and Down, Home and
 * End go from row to row.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { rows, keyOf, openKey, onOpen } = props
  const columns = useColumns(props)
  const body = useRef<HTMLTableSectionElement>(null)
  const latest = useRef(rows)
  latest.current = rows
  const { current: readRows } = useRef(() => latest.current)
  /** The row that has the keyboard's focus. It stays drawn, so that it keeps it. */
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

  const { onShown } = props
  const first = virtualizer.range?.startIndex ?? 0
  const last = virtualizer.range?.endIndex ?? 0
  useEffect(() => onShown?.({ first, last }), [onShown, first, last])

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
  const open = (click: MouseEvent) => {
    const index = indexOf(click.target)
    const row = index === null ? undefined : rows[index]
    if (row === undefined || !opensRow(click)) return
    click.preventDefault()
    onOpen?.(row)
  }

  return (
    <table
      {...ROLES.table}
      className={clsx(look.table, classes.table, props.className)}
      style={{ gridTemplateColumns: columns.gridTemplateColumns }}
      data-density={props.layout?.layout.density}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-busy={props.isBusy}
    >
      <TableHead columns={columns} rows={rows} rowIndex={1} />
      <tbody
        {...ROLES.group}
        ref={body}
        onKeyDown={move}
        onFocus={noteFocus}
        onBlur={noteBlur}
        onClick={onOpen && open}
      >
        {/* One flat list: a row that moves within it stays the same, and keeps the focus. */}
        {drawn.flatMap(({ index, start }, place) => {
          const row = rows[index]
          if (row === undefined) return []
          const gap = start - (drawn[place - 1]?.end ?? begin)
          const key = keyOf(row)
          return [
            gap > 0 && <Gap key={`before ${index}`} height={gap} />,
            <TableRow
              key={props.reusesRows ? index : key}
              row={row}
              columns={columns.shown}
              readRows={readRows}
              opens={onOpen !== undefined}
              isOpen={key === openKey}
              index={index}
              measure={props.isMeasured ? virtualizer.measureElement : undefined}
            />,
          ]
        })}
        <Gap height={begin + virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? begin)} />
      </tbody>
    </table>
  )
}

/** Takes the place of rows that are out of sight. */
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

/** How far below the top of the page the rows begin. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  const { current: measure } = useRef(() => {
    if (element.current === null) return
    setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
  })
  useLayoutEffect(measure)
  // What is above them comes and goes: answers, notices, the history.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [measure])
  return top
}
