import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UNKNOWN_RECEIVER } from '../../../contract/event/receiver-of.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { overviewRange } from '../../../contract/overview.ts'
import { type Receiver, ReceiverState } from '../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { normaliseText } from '../../../contract/text/normalise-text.ts'
import { Time } from '../../format/time.tsx'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField, useSearchText } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { type Column, countColumn } from '../../ui/table/column.ts'
import { CountedPager, pageOfRows } from '../../ui/table/counted-pager.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useLastingRows } from '../../ui/table/use-lasting-order.ts'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { formatPart } from '../failure-groups/load-messages.ts'
import { FollowUpActions } from '../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../follow-up/follow-up-line.tsx'
import { useReading } from '../range/use-reading.ts'
import { MissingLink, OpenReceiver } from '../receivers/open-receiver.tsx'
import { useReceiversQuery } from '../receivers/queries/receivers-query.ts'
import { ReceiverLink, ReceiverName } from '../receivers/receiver-link.tsx'
import { STATE_NAMES, StateWithReason } from '../receivers/state/receiver-state.tsx'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'
import { FailedReadNotice, StaleNotice } from '../request-errors/request-notices.tsx'
import { ColumnsButton } from '../table-layout/columns-button.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import { followUpOf, ReceiverActions } from './receiver-actions.tsx'
import classes from './receivers-page.module.css'
import type { ReceiversSearch } from './receivers-search.ts'

const RECEIVER_COLUMNS: Column<Receiver>[] = [
  {
    id: 'receiver',
    header: 'Company and receiver',
    isRowHeader: true,
    sortFirst: 'ascending',
    sortValue: ({ companies: [first], receiver }) => first ?? receiver,
    cell: receiver => (
      <>
        <ReceiverName companies={receiver.companies}>
          {isNamed(receiver) ? <ReceiverLink receiver={receiver.receiver} /> : receiver.receiver}
        </ReceiverName>
        {receiver.tracking_numbers > 0 && (
          <div className={classes.dimmed}>
            Set for {formatCount(receiver.tracking_numbers, 'tracking number', 'tracking numbers')}
          </div>
        )}
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 'minmax(108px, 24%)',
    sortFirst: 'ascending',
    sortValue: ({ state }) => ReceiverState.options.indexOf(state),
    cell: receiver => <StateWithReason receiver={receiver} isInTable />,
  },
  countColumn(
    { id: 'failed', header: 'Failed', width: 'minmax(74px, 7%)' },
    ({ failed }) => failed,
  ),
  missingColumn('call_events_fail', 'Missing calls'),
  missingColumn('transcription_events_fail', 'Missing AI events'),
  momentColumn('last_delivery', 'Last delivery'),
  momentColumn('last_failure', 'Last failed attempt'),
  {
    id: 'follow_up',
    header: 'Follow-up',
    width: 'minmax(160px, 20%)',
    cardLabel: 'Follow-up',
    isHiddenAtFirst: true,
    cell: receiver =>
      isNamed(receiver) && (
        <>
          <FollowUpActions {...followUpOf(receiver)} />
          <FollowUpLine {...followUpOf(receiver)} />
        </>
      ),
  },
]

/** How many events of the list are still missing. */
function missingColumn(list: FailedEventList, header: string): Column<Receiver> {
  return {
    id: list,
    header,
    align: 'end',
    width: 'minmax(76px, 9%)',
    sortFirst: 'descending',
    sortValue: ({ missing }) => missing[list] || null,
    cardLabel: header,
    cell: receiver =>
      receiver.missing[list] > 0 ? (
        <MissingLink list={list} of={receiver} isInTable />
      ) : (
        <span className={classes.dimmed}>0</span>
      ),
  }
}

function momentColumn(id: 'last_delivery' | 'last_failure', header: string): Column<Receiver> {
  return {
    id,
    header,
    width: 'minmax(72px, 11%)',
    sortFirst: 'descending',
    sortValue: ({ [id]: stamp }) => (stamp === null ? null : Date.parse(stamp)),
    cardLabel: header,
    cell: ({ [id]: stamp }) =>
      // A service reports no deliveries, or only those of the last day.
      stamp === null ? <span className={classes.dimmed}>None known</span> : <Time stamp={stamp} />,
  }
}

/** Events that name no receiver share a row. */
function isNamed({ receiver }: Receiver): boolean {
  return receiver !== UNKNOWN_RECEIVER
}

type ReceiversTableProps = ReturnType<typeof useRecentReceivers> & {
  search: ReceiversSearch
  onSearch: (search: ReceiversSearch, options?: { replace?: boolean }) => void
}

/** All receivers of the account. They are all loaded, so another page needs no request. */
function ReceiversTable({ search, onSearch, query, controls }: ReceiversTableProps) {
  const times = useTimes()
  const readings = Object.values(controls)
  const error = readings.find(({ problem }) => problem !== null)?.problem ?? null
  const refetch = () => {
    for (const { readAgain } of readings) readAgain()
  }
  const progress = FailedEventList.options.flatMap(list =>
    formatPart(list, controls[list], times.moment),
  )
  const data = query.data?.receivers
  const [searchText, setSearchText] = useSearchText(search.q ?? '', q =>
    onSearch({ ...search, q, page: 1 }, { replace: true }),
  )
  const layout = useTableLayout('receivers')
  const searched = normaliseText(searchText.trim())
  const withName =
    data?.filter(({ receiver, companies }) =>
      [receiver, ...companies].some(name => normaliseText(name).includes(searched)),
    ) ?? []
  const matching = useLastingRows(
    withName.filter(({ state }) => search.state === undefined || state === search.state),
    ({ receiver }) => receiver,
    JSON.stringify([search, searched]),
  )
  const table = useTableModel({
    columns: RECEIVER_COLUMNS,
    rows: matching,
    layout,
    sort: search.sort,
    // Overview begins with what is still missing. This also ranks receivers that have recovered.
    usualSort: '-failed',
    onSort: sort => onSearch({ ...search, sort, page: 1 }, { replace: true }),
  })
  const notRead = error && (
    <FailedReadNotice query={{ error, isFetching: false, refetch }}>
      Not all events of the last 7 days have been read, so some states and numbers may be wrong.
    </FailedReadNotice>
  )
  if (data === undefined) {
    return (
      <Card>
        <QueryWithoutData query={query} label="Loading the receivers…" />
      </Card>
    )
  }
  if (data.length === 0) {
    return (
      <Card>
        {notRead}
        <p className={classes.none}>
          No receivers yet. A receiver appears in this list when an event for it fails, or when it
          is set for a tracking number.
        </p>
      </Card>
    )
  }
  const listed = pageOfRows(table.sorted, search)
  const countOf = (wanted: ReceiverState) => withName.filter(({ state }) => state === wanted).length
  return (
    <Card>
      <div className={classes.bar}>
        <SearchField
          label="Find a receiver"
          placeholder="Find a receiver"
          text={searchText}
          onTextChange={setSearchText}
        />
        <Segments
          legend="State"
          options={[
            { value: 'all', label: `All ${formatNumber(withName.length)}` },
            ...ReceiverState.options.map(value => ({
              value,
              label: `${STATE_NAMES[value]} ${formatNumber(countOf(value))}`,
            })),
          ]}
          chosen={search.state ?? 'all'}
          onChoose={state =>
            onSearch({ ...search, state: state === 'all' ? undefined : state, page: 1 })
          }
        />
        <ColumnsButton columns={RECEIVER_COLUMNS} control={layout} />
      </div>
      {query.isRefetchError && <StaleNotice query={query} />}
      {notRead}
      {progress.length > 0 && <p className={classes.note}>{progress.join(' ')}</p>}
      {data.some(({ state }) => state === 'failing') && data.every(({ live }) => live === null) && (
        <p className={classes.note}>
          The service reports no deliveries, so a failing receiver may have recovered. Only a replay
          shows that. <Link to="/">Overview</Link> lets you replay the events that are in no replay
          yet.
        </p>
      )}
      {listed.count === 0 ? (
        <EmptyState
          icon={<IconWebhook size={22} aria-hidden />}
          title="No matching receivers"
          message="Redial searches companies, hosts and paths. Change the search or the state."
        >
          <Button
            onClick={() => {
              setSearchText('')
              onSearch({ ...search, q: undefined, state: undefined, page: 1 })
            }}
          >
            Show all receivers
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label="Receivers"
          table={table}
          rows={listed.results}
          rowId={({ receiver }) => receiver}
          openRowId={search.receiver}
          onOpen={receiver =>
            isNamed(receiver) && onSearch({ ...search, receiver: receiver.receiver })
          }
        />
      )}
      <CountedPager
        listed={listed}
        nouns={['receiver', 'receivers']}
        search={{ ...search, page: listed.page }}
        onSearch={onSearch}
      />
    </Card>
  )
}

/** The receivers with their states. Meanwhile the gateway reads what failed in the days that count. */
function useRecentReceivers() {
  const range = overviewRange(useTimes().today())
  const controls = {
    call_events_fail: useReading('call_events_fail', range),
    transcription_events_fail: useReading('transcription_events_fail', range),
  }
  const readings = Object.values(controls)
  const query = useReceiversQuery(readings.map(({ version }) => version ?? '').join(' '), {
    // Otherwise the states would change at once.
    enabled: readings.every(
      ({ reading, problem }) =>
        problem !== null ||
        (reading && (reading.is_complete || !reading.is_reading || reading.read > 0)),
    ),
  })
  return { query, controls, range }
}

const route = getRouteApi('/_signed-in/receivers')

export default function ReceiversPage(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch: ReceiversTableProps['onSearch'] = (search, options) =>
    void navigate({ search, ...options, resetScroll: false })
  const recent = useRecentReceivers()
  return (
    <>
      <PageHeader title="Receivers">
        The systems that get your events, how many failed in the last 7 days, and what is still
        missing. For events that name no receiver, go to <Link to="/settings">Settings</Link>.
      </PageHeader>
      <ReceiversTable search={search} onSearch={onSearch} {...recent} />
      {/* It comes with the rows, which would move it. */}
      {recent.query.data && (
        <p className={classes.note}>
          A receiver is failing if events of the last 7 days have failed since its last delivery and
          are still missing. After the next delivery, it counts as recovered until nothing is
          missing, and at least for 24 hours. Then it is working, or quiet if nothing was delivered
          for 7 days. A failed replay or trial is a failed attempt, too.
        </p>
      )}
      <OpenReceiver
        receiver={search.receiver === UNKNOWN_RECEIVER ? undefined : search.receiver}
        onClose={() => onSearch({ ...search, receiver: undefined }, { replace: true })}
        actions={receiver => <ReceiverActions of={receiver} {...recent} />}
      />
    </>
  )
}
