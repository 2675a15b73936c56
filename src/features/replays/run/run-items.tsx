import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { receiverOf } from '../../../../contract/event/receiver-of.ts'
import {
  type Includable,
  ReplayItemFilter,
  type ReplayRunDetails,
  type ReplayRunItem,
} from '../../../../contract/replay.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { Time, TimeHeader } from '../../../format/time.tsx'
import { useTimes } from '../../../format/times.ts'
import { Card } from '../../../ui/card.tsx'
import segments from '../../../ui/segments.module.css'
import { EmptyState } from '../../../ui/states/states.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { CountedPager } from '../../../ui/table/counted-pager.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { CallOfEvent } from '../../event/call-of-event.tsx'
import { formatRunCause } from '../../event/cause/attempt-messages.ts'
import { eventTitle } from '../../event/event-identity.ts'
import { eventNoun, LIST_LABELS } from '../../event/list/list-labels.ts'
import { SetReceiverLink } from '../../receivers/receiver-link.tsx'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { runDays } from '../list-of-run.ts'
import { replaySummary, replayTone } from '../replay-messages.ts'
import { runItemsQuery } from '../replay-runs-query.ts'
import { countToSend, countWaiting, totalOf } from '../run-counts.ts'
import { FILTER_LABELS, formatPrepared } from '../run-messages.ts'
import type { RunSearch } from '../run-search.ts'
import classes from './run-items.module.css'
import sections from './run-sections.module.css'
import { EVENTS_ID } from './run-tables.tsx'
import { useRunSearch } from './use-run-search.ts'

const sentAt = 'Sent at'

const itemColumns = (run: ReplayRunDetails, included: Includable[]): Column<ReplayRunItem>[] => [
  {
    id: 'company',
    header: 'Event',
    width: '27%',
    sortFirst: 'ascending',
    cell: item => (
      <>
        <Link
          to={LIST_LABELS[item.list].path}
          search={{ ...runDays(run), event: item.event_id }}
          state={{ isFromRun: true }}
          preload={false}
          translate="no"
        >
          {eventTitle(item)}
        </Link>
        {run.list === null && <span className={classes.dimmed}>, {eventNoun(item.list, 1)}</span>}
        {item.call && <CallOfEvent call={item.call} />}
      </>
    ),
  },
  {
    id: 'receiver_url',
    header: 'Receiver',
    sortFirst: 'ascending',
    cell: item => <Receiver item={item} />,
  },
  {
    id: 'state',
    header: 'Outcome',
    width: '30%',
    // Events that were skipped or failed again come first.
    sortFirst: 'descending',
    cell: item => <Outcome {...{ item, run, included }} />,
  },
  {
    id: 'sent_at',
    name: sentAt,
    header: () => <TimeHeader>{sentAt}</TimeHeader>,
    width: '15%',
    sortFirst: 'descending',
    cardLabel: sentAt,
    cell: ({ attempts }) => <SentAt stamp={attempts.at(-1)?.at} />,
  },
]

function Receiver({ item: { receiver_url, call } }: { item: ReplayRunItem }) {
  const receiver = receiverOf(receiver_url)
  if (receiver === null) {
    return (
      <>
        <div className={classes.dimmed}>Unknown receiver</div>
        <SetReceiverLink trackingNumber={call?.tracking_number}>Set receiver</SetReceiverLink>
      </>
    )
  }
  return (
    <>
      <span translate="no">{receiver.host}</span>
      <span className={classes.path} translate="no">
        {shownReceiver(receiver.path)}
      </span>
    </>
  )
}

function Outcome({ item, run, included }: RunItemsProps & { item: ReplayRunItem }) {
  const times = useTimes()
  if (run.state === 'ready' && item.state === 'prepared') {
    return (
      <span className={item.left_out ? classes.dimmed : undefined}>
        {formatPrepared(item.left_out, { included, time: times.exact })}
      </span>
    )
  }
  return (
    <span className={classes.outcome} data-tone={replayTone(item.state)} data-state={item.state}>
      {/* Sent at has its time. */}
      {replaySummary(item, null)}
    </span>
  )
}

function SentAt({ stamp }: { stamp: string | undefined }) {
  if (stamp === undefined) return <span className={classes.dimmed}>–</span>
  return <Time stamp={stamp} as="moment" />
}

type RunItemsProps = {
  run: ReplayRunDetails
  /** For a draft run. */
  included: Includable[]
}

export function RunItems({ run, included }: RunItemsProps) {
  const { search, onSearch } = useRunSearch()
  const query = useQuery(runItemsQuery(run.id, run.state, search))
  const { data } = query
  const layout = useTableLayout('replay-events')
  const columns = useMemo(() => itemColumns(run, included), [run, included])
  const table = useTableModel({
    columns,
    layout,
    sort: search.sort,
    onSort: sort => onSearch({ ...search, sort, page: 1 }, { replace: true }),
  })
  if (totalOf(run.counts) === 0) return null

  return (
    <section className={sections.section}>
      <div className={classes.head}>
        <h2 id={EVENTS_ID}>Events</h2>
        <div className={classes.tools}>
          <Filter run={run} included={included} />
          <ColumnsButton columns={columns} control={layout} />
        </div>
      </div>
      {search.cause && (
        <p className={classes.cause}>
          Only: {formatRunCause(search.cause)}{' '}
          <Link
            to="."
            search={{ ...search, page: 1, receiver: undefined, cause: undefined }}
            activeOptions={{ explicitUndefined: true }}
            resetScroll={false}
            preload={false}
          >
            Show all
          </Link>
        </p>
      )}
      <Card>
        {data === undefined ? (
          <QueryWithoutData query={query} label="Loading the events…" />
        ) : data.results.length === 0 ? (
          <EmptyState title={formatNoItems(search)} />
        ) : (
          <>
            <DataTable
              label="Events of this replay"
              table={table}
              rows={data.results}
              rowId={({ list, event_id }) => `${list} ${event_id}`}
              isBusy={query.isPlaceholderData}
            />
            <CountedPager
              listed={data}
              search={search}
              onSearch={onSearch}
              nouns={['event', 'events']}
            />
          </>
        )}
      </Card>
    </section>
  )
}

/** Hides filters without events, except for the current one. */
function Filter({ run, included }: RunItemsProps) {
  const { search } = useRunSearch()
  const filters = ReplayItemFilter.options.filter(
    filter => countOf(run, filter) > 0 || filter === search.state,
  )
  return (
    <nav className={segments.segments} aria-label="Which events">
      {[undefined, ...filters].map(filter => (
        <Link
          key={filter ?? 'all'}
          to="."
          search={{ ...search, page: 1, receiver: undefined, cause: undefined, state: filter }}
          aria-current={filter === search.state ? 'true' : undefined}
          activeOptions={{ explicitUndefined: true }}
          resetScroll={false}
          preload={false}
        >
          {formatFilter(filter, included)} {formatNumber(countOf(run, filter))}
        </Link>
      ))}
    </nav>
  )
}

function formatFilter(filter: ReplayItemFilter | undefined, included: Includable[]): string {
  if (filter === undefined) return 'All'
  if (included.every(why => why !== filter)) return FILTER_LABELS[filter]
  return filter === 'already_delivered' ? 'To be sent again' : 'To be sent anyway'
}

function countOf(run: ReplayRunDetails, filter: ReplayItemFilter | undefined): number {
  if (filter === undefined) return totalOf(run.counts)
  switch (filter) {
    case 'being_sent':
    case 'already_delivered':
    case 'handled':
    case 'failed_often':
      return run[filter]
    // Both wait in a run that was started, which has one filter for them.
    case 'prepared':
      return run.state === 'ready' ? countToSend(run) : 0
    case 'queued':
      return run.state === 'ready' ? 0 : countWaiting(run.counts)
    default:
      return run.counts[filter]
  }
}

function formatNoItems({ state, page }: RunSearch): string {
  if (page > 1) return 'There is nothing on this page'
  return state === undefined ? 'No events' : `No event is in this state: ${FILTER_LABELS[state]}`
}
