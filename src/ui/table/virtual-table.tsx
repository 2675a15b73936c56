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
import { TableSelectionProvider, useTableSelectionValue } from './row-selection.ts'
import look from './table.module.css'
import { TableHead } from './table-head.tsx'
import { opensRow, ROLES, TableRow } from './table-row.tsx'
import type { TableModel } from './use-table-model.ts'
import classes from './virtual-table.module.css'

const PAGE = 10

type VirtualTableProps<Row> = {
  table: TableModel<Row>
  label: string
  className?: string | undefined
  rows: Row[]
  keyOf: (row: Row) => string
  /** The id of the link or button in a row that gets the focus. */
  focusId: (row: Row) => string
  rowHeight: number
  /** Rows have different heights, so each is measured. */
  isMeasured?: boolean
  /** Puts other rows into the existing elements. It requires cells without state. */
  reusesRows?: boolean
  /** The number of rows that are rendered above and below the visible ones. */
  overscan: number
  /** The height of the fixed elements at the top of the window, in CSS pixels. */
  coveredTop?: number
  isBusy?: boolean
  /** The key of the row whose details are open. It stays visible. */
  openKey?: string | undefined
  /** Called when a row is clicked, like in DataTable. */
  onOpen?: (row: Row) => void
  onShown?: (rows: { first: number; last: number }) => void
}

/**
 * A table with any number of rows, of which only the visible ones are rendered. The arrow keys, Page
 * Up, Page Down, Home and End move between rows.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { table: model, rows, keyOf, openKey, onOpen } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const latest = useRef(rows)
  latest.current = rows
  const selection = useTableSelectionValue(model.selection, latest)
  /** The row with the focus. It stays rendered, so that it keeps the focus. */
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
  const open = (click: MouseEvent) => {
    const index = indexOf(click.target)
    const row = index === null ? undefined : rows[index]
    if (row === undefined || !opensRow(click)) return
    click.preventDefault()
    onOpen?.(row)
  }

  const element = (
    <table
      {...ROLES.table}
      className={clsx(look.table, classes.table, props.className)}
      style={{ gridTemplateColumns: model.gridTemplateColumns }}
      data-density={model.density}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-busy={props.isBusy}
    >
      <TableHead model={model} rows={rows} rowIndex={1} />
      <tbody
        {...ROLES.group}
        ref={body}
        onKeyDown={move}
        onFocus={noteFocus}
        onBlur={noteBlur}
        onClick={onOpen && open}
      >
        {/* One flat list, so that a row that moves keeps its element and the focus. */}
        {drawn.flatMap(({ index, start }, position) => {
          const row = rows[index]
          if (row === undefined) return []
          const gap = start - (drawn[position - 1]?.end ?? begin)
          const key = keyOf(row)
          return [
            gap > 0 && <Gap key={`before ${index}`} height={gap} />,
            <TableRow
              key={props.reusesRows ? index : key}
              row={row}
              columns={model.shown}
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
  return <TableSelectionProvider value={selection}>{element}</TableSelectionProvider>
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

/** The distance of the rows from the top of the page. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
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

/** The row that `key` moves to from row `index` of `count`; null for keys without an effect. */
function rowAfter(index: number, key: string, count: number): number | null {
  const next = targetOf(index, key, count)
  return next === null ? null : Math.min(count - 1, Math.max(0, next))
}

function targetOf(index: number, key: string, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + PAGE
    case 'PageUp':
      return index - PAGE
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
