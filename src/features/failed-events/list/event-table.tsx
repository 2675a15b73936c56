import { type ReactNode, Suspense } from 'react'
import { useTimes } from '../../../format/times.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type PageControl, Pager } from '../../../ui/table/pager.tsx'
import { type EventRow, momentOf, openLinkId, spokenName } from '../../event/event-row.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { type DateRange, requestedDates } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import type { Matches } from '../../replays/selection/selection.ts'
import { useHasSelected } from '../../replays/selection/selection-context.tsx'
import { KnownStatesContext } from '../../replays/single/replay-cells.tsx'
import {
  asksFirst,
  isReplayRunning,
  replayOfRow,
  useReplays,
} from '../../replays/single/use-replays.tsx'
import type { EventStatesResult } from '../../replays/states/event-states-query.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { StaleNotice } from '../../request-errors/request-notices.tsx'
import { useMissingColumns } from '../../service-fields/missing-columns.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import type { OpenEventProps } from '../drawer/open-event.tsx'
import { EVENT_TABLE_LOOK } from './event-columns.tsx'
import classes from './event-table.module.css'
import { RowActions } from './row-menu/row-actions.tsx'
import { useEventTable } from './use-event-table.ts'

const MissingColumnsLine = lazyPart(
  async () => (await import('../../service-fields/missing-columns-line.tsx')).MissingColumnsLine,
)

const SelectionBar = lazyPart(
  async () => (await import('../../replays/selection/selection-bar.tsx')).SelectionBar,
)

/** The drawer loads when the first event is opened. */
export const OpenEvent = lazyPart<OpenEventProps>(
  async () => (await import('../drawer/open-event.tsx')).OpenEvent,
  {
    overPage: {
      onClose: ({ search, onSearch }) => onSearch({ ...search, event: undefined }),
      isOpen: ({ search }) => search.event !== undefined,
    },
  },
)

type EventTableProps = {
  rows: EventRow[]
  /** The days of the rows. */
  days?: DateRange | undefined
  ofStates: Omit<EventStatesResult, 'replays'>
  /** Whether other rows are loading. */
  isBusy: boolean
  /** Whether a page is loading, which may be the same. */
  isFetching?: boolean
  pages: PageControl
  /** "1,284 failed calls, page 3 of 65" */
  summary: string
  /** How many events the range has; null if that is unknown. */
  count: number | null
  matches?: Matches | undefined
  obstacle?: string | null
  /** Actions for all events of all pages. */
  children: ReactNode
}

/** One page of failed events, from the service or from the gateway's copy, with the selection and the pager below it. */
export function EventTable(props: EventTableProps) {
  const { list, search, onSearch } = useList()
  const { rows, days = search, ofStates, isBusy, isFetching = isBusy } = props
  const table = useEventTable(rows, days)
  const missing = useMissingColumns(list)
  const scope = { list, ...requestedDates(search) }
  const hasSelected = useHasSelected(scope)
  useReplayKey(rows, search.event !== undefined)
  return (
    <>
      <Suspense fallback={null}>
        {missing.size > 0 && <MissingColumnsLine list={list} missing={missing} />}
      </Suspense>
      {ofStates.stale && (
        <StaleNotice query={ofStates.stale}>
          The states of these events could not be updated.
        </StaleNotice>
      )}
      <KnownStatesContext value={ofStates}>
        <RowActions>
          <DataTable
            label={LIST_LABELS[list].title}
            table={table}
            className={EVENT_TABLE_LOOK}
            rows={rows}
            rowId={row => row.key}
            reusesRows
            openRowId={search.event}
            onOpen={row => onSearch({ ...search, event: row.key })}
            isBusy={isBusy}
          />
        </RowActions>
      </KnownStatesContext>
      <div className={classes.foot} data-foot>
        {hasSelected && (
          <Suspense fallback={null}>
            <SelectionBar
              scope={scope}
              count={props.count}
              matches={props.matches}
              obstacle={props.obstacle ?? null}
            />
          </Suspense>
        )}
        <Pager pages={props.pages} summary={props.summary} isBusy={isFetching}>
          {props.children}
        </Pager>
      </div>
    </>
  )
}

/** R replays the event of the row with the focus. While an event is open, the key belongs to its details. */
function useReplayKey(rows: EventRow[], isOpen: boolean): void {
  const times = useTimes()
  const { presses, replay } = useReplays()
  const replayFocused = () => {
    const link = document.activeElement?.closest('main tbody tr')?.querySelector('a[data-opens]')
    const row = rows.find(({ key }) => openLinkId(key) === link?.id)
    if (!row || row.obstacle !== null) return
    if (isReplayRunning(presses.get(row.target.id), row.replay)) return
    const event = replayOfRow(row, spokenName(row, times))
    const about = [`the event of ${row.name}`, ...momentOf(row.event, row.call, times)]
    replay(asksFirst(event) ? event : { ...event, name: about.join(', ') }, true)
  }
  useShortcuts(isOpen ? [] : [['r', replayFocused]])
}
