import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { normaliseText } from '../../../contract/text/normalise-text.ts'
import { formatLateness } from '../../format/durations.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { Time } from '../../format/time.tsx'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { SearchField, useSearchText } from '../../ui/search-field.tsx'
import segments from '../../ui/segments.module.css'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { type Column, sortableIds } from '../../ui/table/column.ts'
import { CountedPager, pageOfRows } from '../../ui/table/counted-pager.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { readSort, sortText } from '../../ui/table/sort-order.ts'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import type { useWorstReceivers } from '../overview/cards/use-worst-receivers.ts'
import { WorstReceiverLinks } from '../overview/cards/worst-receiver-links.tsx'
import type { WorstReceiver } from '../overview/cards/worst-receivers.ts'
import { ReceiverStateLines } from '../receivers/health/receiver-state-chip.tsx'
import { SHOWN_STATES, type ShownState, STATE_NAMES } from '../receivers/health/shown-state.ts'
import { knownReceiversQuery } from '../receivers/queries/receivers-query.ts'
import { ReceiverLink } from '../receivers/receiver-link.tsx'
import { ReceiverName } from '../receivers/receiver-name.tsx'
import { QueryFailure } from '../request-errors/request-failure.tsx'
import { FailedReadNotice, StaleNotice } from '../request-errors/request-notices.tsx'
import { ColumnsButton } from '../table-layout/columns-button.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import columnClasses from './known-receiver-columns.module.css'
import classes from './known-receiver-list.module.css'
import { type ListedReceiver, listReceivers } from './listed-receivers.ts'
import missingClasses from './missing-events.module.css'
import type { ReceiversSearch } from './receivers-search.ts'

const KNOWN_RECEIVER_COLUMNS: Column<ListedReceiver>[] = [
  {
    id: 'state',
    header: 'State',
    width: 'minmax(108px, 16%)',
    sortFirst: 'ascending',
    sortValue: ({ state }) => (state === 'unknown' ? null : SHOWN_STATES.indexOf(state)),
    cell: receiver => (
      <>
        <ReceiverStateLines receiver={receiver} />
        {receiver.late_s !== null && (
          <div className={columnClasses.dimmed}>Replays {formatLateness(receiver.late_s)}</div>
        )}
      </>
    ),
  },
  {
    id: 'receiver',
    header: 'Company and receiver',
    isRowHeader: true,
    sortFirst: 'ascending',
    sortValue: ({ companies: [first], receiver }) => first ?? receiver,
    cell: ({ receiver, companies, tracking_numbers, isNamed }) => (
      <>
        <ReceiverName companies={companies}>
          {isNamed ? <ReceiverLink receiver={receiver} /> : receiver}
        </ReceiverName>
        {tracking_numbers > 0 && (
          <div className={columnClasses.dimmed}>
            Set for {formatCount(tracking_numbers, 'tracking number', 'tracking numbers')}
          </div>
        )}
      </>
    ),
  },
  {
    id: 'missing',
    header: 'Still missing today',
    // Both links in one line on a tablet, and room for the company in a narrower window.
    width: 'minmax(clamp(120px, 29%, 222px), 24%)',
    sortFirst: 'descending',
    sortValue: ({ missing }) => missing?.count ?? null,
    cardLabel: 'Still missing today',
    cell: receiver => <Missing receiver={receiver} />,
  },
  {
    id: 'last_delivery',
    header: 'Last delivered replay',
    width: 'minmax(72px, 11%)',
    sortFirst: 'descending',
    sortValue: ({ last_delivery }) => timeOf(last_delivery),
    cardLabel: 'Last delivered replay',
    cell: ({ last_delivery }) => <Moment stamp={last_delivery} />,
  },
  {
    id: 'last_failure',
    header: 'Last failed replay',
    width: 'minmax(72px, 11%)',
    sortFirst: 'descending',
    sortValue: ({ last_failure }) => timeOf(last_failure),
    cardLabel: 'Last failed replay',
    cell: ({ last_failure }) => <Moment stamp={last_failure} />,
  },
  {
    id: 'recent',
    header: 'Replays of the last 7 days',
    width: '13%',
    sortFirst: 'descending',
    sortValue: ({ last_7_days: { failed, delivered } }) =>
      failed + delivered === 0 ? null : failed,
    cardLabel: 'Replays of the last 7 days',
    cell: ({ last_7_days }) => <Counts {...last_7_days} />,
  },
]

type ReceiverStateFilterProps = {
  receivers: ListedReceiver[]
  chosen: ShownState | undefined
  onChoose: (state: ShownState | undefined) => void
}

type KnownReceiverListProps = {
  missing: ReturnType<typeof useWorstReceivers>
  search: ReceiversSearch
  onSearch: (search: ReceiversSearch, options?: { replace?: boolean }) => void
}

/** All receivers of the account, and those that fail today. They are all loaded, so another page needs no request. */
export function KnownReceiverList({ missing, search, onSearch }: KnownReceiverListProps) {
  const query = useQuery(knownReceiversQuery)
  const { data: known } = query
  const { receivers: failing } = missing
  // The same objects, so that a row is rendered again only if it has changed.
  const data = useMemo(() => known && listReceivers(known, failing), [known, failing])
  const [searchText, setSearchText] = useSearchText(search.q ?? '', q =>
    onSearch({ ...search, q, page: 1 }, { replace: true }),
  )
  const layout = useTableLayout('receivers')
  const wanted = normaliseText(searchText.trim())
  const named =
    data?.filter(({ receiver, companies }) =>
      [receiver, ...companies].some(name => normaliseText(name).includes(wanted)),
    ) ?? []
  const matching = named.filter(({ state }) => search.state === undefined || state === search.state)
  const table = useTableModel({
    columns: KNOWN_RECEIVER_COLUMNS,
    rows: matching,
    layout,
    sort: readSort(search.sort, sortableIds(KNOWN_RECEIVER_COLUMNS), undefined),
    onSort: order => onSearch({ ...search, sort: sortText(order), page: 1 }, { replace: true }),
  })
  if (data === undefined) {
    return (
      <Card>
        {query.error ? (
          <QueryFailure query={query} />
        ) : (
          <LoadingRows label="Loading the receivers…" />
        )}
      </Card>
    )
  }
  if (data.length === 0) {
    return (
      <Card>
        <NotCounted missing={missing} />
        <p className={classes.none}>
          No replays to receivers yet. A receiver appears in this list after the first replay to it,
          or when it is set for a tracking number.
        </p>
      </Card>
    )
  }
  const listed = pageOfRows(table.sorted, search)
  return (
    <Card>
      <div className={classes.bar}>
        <SearchField
          label="Find a receiver"
          placeholder="Find a receiver"
          text={searchText}
          onTextChange={setSearchText}
        />
        <ReceiverStateFilter
          receivers={named}
          chosen={search.state}
          onChoose={state => onSearch({ ...search, state, page: 1 })}
        />
        <ColumnsButton columns={KNOWN_RECEIVER_COLUMNS} control={layout} />
      </div>
      {query.isRefetchError && <StaleNotice query={query} />}
      <NotCounted missing={missing} />
      {listed.count === 0 ? (
        <EmptyState
          icon={<IconWebhook size={22} aria-hidden />}
          title="No matching receivers"
          message="Redial searches companies, hosts and paths. Change the search or the state."
        >
          <Button
            variant="default"
            size="sm"
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
          onOpen={({ receiver, isNamed }) => isNamed && onSearch({ ...search, receiver })}
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

function NotCounted({ missing: { receivers, query } }: Pick<KnownReceiverListProps, 'missing'>) {
  if (!query.isError) return null
  return (
    <FailedReadNotice query={query}>
      {receivers === undefined
        ? 'Today’s events are not counted by receiver.'
        : 'Not all of today’s events are counted by receiver.'}
    </FailedReadNotice>
  )
}

function ReceiverStateFilter({ receivers, chosen, onChoose }: ReceiverStateFilterProps) {
  const count = (wanted: ShownState | undefined) =>
    receivers.filter(({ state }) => wanted === undefined || state === wanted).length
  return (
    <fieldset className={segments.segments} data-wraps>
      <legend className={visuallyHidden.only}>State</legend>
      {[undefined, ...SHOWN_STATES].map(state => (
        <button
          key={state ?? 'all'}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onChoose(state)}
        >
          {state === undefined ? 'All' : STATE_NAMES[state]} {formatNumber(count(state))}
        </button>
      ))}
    </fieldset>
  )
}

function timeOf(stamp: string | null): number | null {
  return stamp === null ? null : Date.parse(stamp)
}

function Missing({ receiver: { missing } }: { receiver: ListedReceiver }) {
  if (missing) return <MissingEvents missing={missing} />
  const text = missing === null ? 'None' : 'Unknown'
  return <span className={columnClasses.dimmed}>{text}</span>
}

function Moment({ stamp }: { stamp: string | null }) {
  if (stamp === null) return <span className={columnClasses.dimmed}>None</span>
  return <Time stamp={stamp} />
}

function Counts({ delivered, failed }: { delivered: number; failed: number }) {
  if (delivered + failed === 0) return <span className={columnClasses.dimmed}>None</span>
  return (
    <>
      <span className={columnClasses.count}>{formatNumber(delivered)} delivered,</span>{' '}
      <span className={columnClasses.count}>{formatNumber(failed)} failed</span>
    </>
  )
}

type MissingEventsProps = {
  missing: WorstReceiver
}

/** The events of today that a receiver still lacks: links to them, and why most of them failed. */
export function MissingEvents({ missing }: MissingEventsProps) {
  const times = useTimes()
  const today = times.today()
  const {
    receiver,
    byList,
    last,
    causes: [main, ...others],
  } = missing
  const lastAt = last === null ? null : times.brief(new Date(last).toISOString())
  return (
    <>
      <div className={missingClasses.counts}>
        <WorstReceiverLinks receiver={receiver} byList={byList} today={today} />
      </div>
      <div className={missingClasses.why}>
        {main && others.length > 0
          ? `${main.text} (${formatNumber(main.count)}), and other causes`
          : main?.text}
        {lastAt && `. Latest: ${lastAt}`}
      </div>
    </>
  )
}
