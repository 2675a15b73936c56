import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import type { Column } from '../../../ui/table/column.ts'
import { sortableIds } from '../../../ui/table/column.ts'
import { NOTHING, selectionOf } from '../../../ui/table/row-selection.ts'
import { readSort, type SortOrder, sortText } from '../../../ui/table/sort-order.ts'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { sessionQuery } from '../../session/session-query.ts'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import * as messages from '../messages.ts'
import { useChangeNotes } from '../notes/use-change-notes.ts'
import type { Block, Notes } from '../records/blocks.ts'
import { UnblockDialog } from '../unblock/unblock-dialog.tsx'
import { NumberTable } from './number-table.tsx'
import classes from './numbers-panel.module.css'

const NoteDialog = lazyPart(async () => (await import('../notes/note-dialog.tsx')).NoteDialog)

/** By how much the end of a block is postponed. */
const EXTENDED_DAYS = 30

type NumbersPanelProps = {
  /** What the table shows, for screen readers. */
  label: string
  /** Names the table where this browser keeps its layout. */
  layoutName: string
  columns: Record<'usual' | 'withRefused', Column<Block>[]>
  blocks: Block[]
  /** Whether a block is shown; null for all. */
  match: ((block: Block) => boolean) | null
  /** Whether the shown blocks are due, so that all of them can be unblocked or extended. */
  isDueList?: boolean
  /** undefined while they are not loaded. */
  notes: Notes | undefined
  /** The order in the URL. Without one, the service's order. */
  sort: string | undefined
  onSort: (sort: string) => void
  /** Called when a person starts to change something. */
  onWork?: () => void
  /** Gets the focus if a row with the focus has gone. */
  heading: RefObject<HTMLHeadingElement | null>
  header: ReactNode
  /** Further buttons. */
  actions?: ReactNode
  /** Instead of the table, if no block is shown. */
  instead: ReactNode
}

/** A table of blocked numbers, which can be selected, unblocked and noted. */
export function NumbersPanel(props: NumbersPanelProps) {
  const { blocks, match, isDueList = false, notes, onSort, heading } = props
  const isForeign = useQuery({ ...sessionQuery, enabled: false }).data?.is_foreign ?? false
  // Our own service tells it. A column that comes later would move the others.
  const hasRefused = notes === undefined ? !isForeign : Boolean(notes.refused)
  const columns = hasRefused ? props.columns.withRefused : props.columns.usual
  const today = useTimes().today()
  const noting = useChangeNotes()
  /** For which a dialog asks; empty while it is closed. */
  const [toUnblock, setToUnblock] = useState<Block[]>([])
  const [toNote, setToNote] = useState<Block[]>([])
  const panel = useRef<HTMLElement>(null)
  const sort = useMemo(
    () => readSort(props.sort, sortableIds(columns), undefined),
    [props.sort, columns],
  )
  const sorted = useMemo(() => sortBlocks(blocks, sort), [blocks, sort])
  const shown = useMemo(() => (match ? sorted.filter(match) : sorted), [sorted, match])
  // Scroll up, otherwise a person who filters from far down sees the end of the results.
  useLayoutEffect(() => {
    const top = match === null ? 0 : (panel.current?.getBoundingClientRect().top ?? 0)
    if (top < 0) panel.current?.scrollIntoView()
  }, [match])
  const layout = useTableLayout(props.layoutName)
  const [rowSelection, setRowSelection] = useState(NOTHING)
  /** In the order of the list, without numbers that were unblocked in the meantime. */
  const selected = useMemo(
    () => (rowSelection === NOTHING ? [] : blocks.filter(({ id }) => rowSelection[id])),
    [blocks, rowSelection],
  )
  const chosen = selected.length === 0 && isDueList ? shown : selected
  const unblock = (some: Block[]) => {
    setToUnblock(some)
    props.onWork?.()
  }
  const extend = async () => {
    const until = addDays(today, EXTENDED_DAYS)
    const text = `${messages.numberCount(chosen.length)} stay blocked for ${EXTENDED_DAYS} days more.`
    await noting.change(chosen, { until }).then(
      () => notify({ topic: 'blocklist', text }),
      error => notify({ topic: 'blocklist', text: errorText(error), isSuccess: false }),
    )
    focusIfLost(heading)
  }

  return (
    <Card>
      <section ref={panel} className={classes.panel}>
        {props.header}
        {blocks.length > 0 && (
          <div className={classes.bar} data-selected={chosen.length > 0}>
            <p role="status" className={classes.found}>
              {/* The header has the count of all. */}
              {match && messages.partOfNumbers(shown.length, blocks.length)}
            </p>
            {chosen.length > 0 && (
              <>
                <Button onClick={() => unblock(chosen)}>
                  Unblock {chosen === shown && 'all '}
                  {messages.numberCount(chosen.length)}
                </Button>
                {isDueList && (
                  <Button
                    variant="default"
                    loading={noting.isPending}
                    onClick={() => void extend()}
                  >
                    Extend by {EXTENDED_DAYS} days
                  </Button>
                )}
                <Button variant="default" onClick={() => setToNote(chosen)}>
                  Edit reason
                </Button>
              </>
            )}
            {props.actions}
            <ColumnsButton columns={columns} control={layout} />
          </div>
        )}
        {shown.length > 0 ? (
          <NumberTable
            label={props.label}
            columns={columns}
            blocks={shown}
            layout={layout}
            sort={sort}
            onSort={order => onSort(sortText(order))}
            selection={{ rowSelection, onRowSelectionChange: setRowSelection }}
            actions={{
              onUnblock: block => unblock([block]),
              onNote: block => setToNote([block]),
              areNotesKnown: notes !== undefined,
            }}
          />
        ) : (
          <p className={classes.none}>{props.instead}</p>
        )}
      </section>
      {toUnblock.length > 0 && (
        <UnblockDialog
          blocks={toUnblock}
          onDone={rest => setRowSelection(selectionOf(rest.map(({ id }) => id)))}
          onClose={() => {
            setToUnblock([])
            // The row of an unblocked number is gone, and with it the focused button.
            focusIfLost(heading)
          }}
        />
      )}
      {toNote.length > 0 && <NoteDialog blocks={toNote} onClose={() => setToNote([])} />}
    </Card>
  )
}

/** What blocks are sorted by. A character after all others puts what is not known last. */
const LAST = '\uffff'
const SORT_VALUES: Record<string, (block: Block) => string> = {
  number: ({ number }) => number,
  entity: ({ entity }) => (entity.name || entity.reference).toLowerCase(),
  reason: ({ note }) => (note?.reason ? messages.REASONS[note.reason] : LAST),
  at: ({ note }) => note?.at ?? '',
  until: ({ note }) => note?.until ?? LAST,
  refused: ({ refused }) => String(refused?.count ?? 0).padStart(9, '0'),
}

/** Compared as they are, because a comparison by the rules of a language takes seconds for 100,000. */
function sortBlocks(blocks: Block[], sort: SortOrder | undefined): Block[] {
  const sortValue = sort && SORT_VALUES[sort.column]
  if (sortValue === undefined) return blocks
  const ascending = blocks
    .map(block => ({ block, value: sortValue(block) }))
    .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
    .map(({ block }) => block)
  return sort?.direction === 'ascending' ? ascending : ascending.reverse()
}
