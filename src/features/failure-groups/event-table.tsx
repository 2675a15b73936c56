import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { openLinkId } from '../failed-events/event-row.ts'
import type { ListProps } from '../failed-events/list-search.ts'
import { LIST_WORDS } from '../failed-events/list-words.ts'
import { useTimes } from '../session/times.ts'
import type { EventFacts } from './event-facts.ts'
import { readEventSort } from './event-sort.ts'
import classes from './event-table.module.css'
import { EventTableRow } from './event-table-row.tsx'
import { rowAfter } from './row-after.ts'
import { SortHead } from './sort-head.tsx'

const USUAL_ROW_HEIGHT = 63
const COLUMNS = 5

type EventTableProps = ListProps & {
  events: EventFacts[]
  keyOf: (event: EventFacts) => string
  isBusy: boolean
}

/**
 * All of these events, however many: only the rows in sight are drawn. The arrow keys, Page Up and
 * Down, Home and End go from row to row.
 */
export function EventTable({ list, search, onSearch, events, keyOf, isBusy }: EventTableProps) {
  const times = useTimes()
  const body = useRef<HTMLTableSectionElement>(null)
  /** The row that the keyboard is at. It stays drawn, so that it keeps the focus. */
  const [active, setActive] = useState<number | null>(null)
  const begin = useTopOf(body)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: events.length,
    estimateSize: () => USUAL_ROW_HEIGHT,
    overscan: 6,
    scrollMargin: begin,
    useFlushSync: false,
    rangeExtractor: range => {
      const drawn = defaultRangeExtractor(range)
      if (active === null || active >= events.length || drawn.includes(active)) return drawn
      return [...drawn, active].sort((one, other) => one - other)
    },
  })
  const rows = virtualizer.getVirtualItems()
  const sort = readEventSort(search.sort)
  const head = {
    sort,
    onSort: (text: string) => onSearch({ ...search, sort: text }, { replace: true }),
  }

  const move = (press: KeyboardEvent<HTMLTableSectionElement>) => {
    const row = press.target instanceof Element ? press.target.closest('tr') : null
    const next = row && rowAfter(Number(row.dataset.index), press.key, events.length)
    if (next == null) return
    const event = events[next]
    if (event === undefined) return
    press.preventDefault()
    // It has to be there before it can have the focus.
    flushSync(() => setActive(next))
    virtualizer.scrollToIndex(next)
    document.getElementById(openLinkId(keyOf(event)))?.focus({ preventScroll: true })
  }
  const noteFocus = ({ target }: FocusEvent) => {
    const row = target.closest('tr')
    if (row) setActive(Number(row.dataset.index))
  }

  return (
    <table
      className={classes.table}
      aria-label={LIST_WORDS[list].title}
      aria-rowcount={events.length + 1}
      aria-busy={isBusy}
    >
      <thead>
        <tr aria-rowindex={1}>
          <SortHead column="failed_at" first="descending" {...head}>
            Failed at ({times.zone})
          </SortHead>
          <SortHead column="company" {...head}>
            Company
          </SortHead>
          <SortHead column="caller" {...head}>
            Caller
          </SortHead>
          <SortHead column="cause" {...head}>
            Why it failed
          </SortHead>
          <SortHead column="receiver" {...head}>
            Receiver
          </SortHead>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={move} onFocus={noteFocus} onBlur={() => setActive(null)}>
        {/* One flat list: a row that moves within it stays the same, and keeps the focus. */}
        {rows.flatMap((row, place) => {
          const event = events[row.index]
          if (event === undefined) return []
          const gap = row.start - (rows[place - 1]?.end ?? begin)
          return [
            gap > 0 && <Gap key={`before ${row.key}`} height={gap} />,
            <EventTableRow
              key={row.key}
              ref={virtualizer.measureElement}
              index={row.index}
              event={event}
              eventKey={keyOf(event)}
              isOpen={search.event !== undefined && search.event === keyOf(event)}
              search={search}
              onSearch={onSearch}
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
function useTopOf(element: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
  })
  return top
}
