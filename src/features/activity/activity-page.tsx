import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ActivityEntry } from '../../../contract/activity.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { formatFirstNames } from '../../../contract/text/names.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { describeError } from '../../api/error-messages.ts'
import { request } from '../../api/request.ts'
import { Time, TimeHeader } from '../../format/time.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { stringifySearch } from '../../ui/search-string.ts'
import { EmptyState } from '../../ui/states/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { CountedPager } from '../../ui/table/counted-pager.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { useReceivers } from '../receivers/queries/receivers-query.ts'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'
import { StaleNotice } from '../request-errors/request-notices.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import {
  ACTOR_LABELS,
  formatActivity,
  formatActivityDetails,
  formatOutcome,
} from './activity-messages.ts'
import classes from './activity-page.module.css'
import {
  activityQuery,
  filterOf,
  hasIncompleteNumber,
  hasUnreadableDays,
} from './activity-query.ts'
import type { ActivitySearch } from './activity-search.ts'

const route = getRouteApi('/_signed-in/activity')

export default function ActivityPage(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = (search: ActivitySearch) => void navigate({ search, resetScroll: false })
  const query = useQuery(activityQuery(search))
  const { data } = query
  const table = useTableModel({
    columns: COLUMNS,
    sort: search.sort,
    usualSort: '-at',
    onSort: sort => onSearch({ ...search, sort, page: 1 }),
  })
  const isFiltered = Object.values(filterOf(search)).some(value => value !== undefined)
  return (
    <>
      <PageHeader title="Activity" action={<ExportActivity search={search} />}>
        What you, your colleagues and your scripts changed, when, from where, and with which
        outcome.
      </PageHeader>
      <Card>
        <ActivityFilters />
        {hasIncompleteNumber(search) && (
          <Notice tone="wait">
            This is not a complete phone number, so entries of all numbers are shown. Enter it with
            its country code, such as +27 82 123 0001, or as it is dialled in South Africa, such as
            082 123 0001.
          </Notice>
        )}
        {hasUnreadableDays(search) && (
          <Notice tone="wait">
            The days in this link can’t be read, so they don’t filter the entries. Check From and
            To.
          </Notice>
        )}
        {data === undefined ? (
          <QueryWithoutData query={query} label="Loading the activity log…">
            {search.page > 1 && (
              <Button onClick={() => onSearch({ ...search, page: 1 })}>First page</Button>
            )}
          </QueryWithoutData>
        ) : data.count > 0 ? (
          <>
            {query.isRefetchError && <StaleNotice query={query} />}
            <DataTable
              label="Activity"
              table={table}
              rows={data.results}
              rowId={entry => String(entry.id)}
              isBusy={query.isPlaceholderData}
            />
            <CountedPager
              listed={data}
              search={search}
              onSearch={onSearch}
              nouns={['entry', 'entries']}
            />
          </>
        ) : isFiltered ? (
          <EmptyState
            icon={<IconHistory size={22} aria-hidden />}
            title="No matching entries"
            message="Choose other dates, another person or another action."
          >
            <Button onClick={() => onSearch({ page: 1, size: search.size })}>
              Show all entries
            </Button>
          </EmptyState>
        ) : (
          <EmptyState
            icon={<IconHistory size={22} aria-hidden />}
            title="No activity yet"
            message="This page lists replays, blocked and unblocked numbers, receiver settings, tokens, exports and sign-ins: who did it, when and from where."
          />
        )}
      </Card>
    </>
  )
}

function ExportActivity({ search }: { search: ActivitySearch }) {
  return (
    <PopoverButton
      label="Export"
      title="Export the activity log"
      icon={<IconDownload size={16} aria-hidden />}
    >
      {close => (
        <div className={classes.export}>
          <p>The file contains all entries that match the filters, with all their phone numbers.</p>
          {FORMATS.map(({ format, label, hint }) => (
            <div key={format}>
              <Button
                component="a"
                href={`/gateway/activity/file${stringifySearch({ format, ...filterOf(search) })}`}
                download
                fullWidth
                onClick={close}
              >
                {label}
              </Button>
              <p className={classes.hint}>{hint}</p>
            </div>
          ))}
        </div>
      )}
    </PopoverButton>
  )
}

const FORMATS = [
  { format: 'csv', label: 'Save as CSV', hint: 'For a spreadsheet such as Excel' },
  {
    format: 'jsonl',
    label: 'Save as JSON lines',
    hint: 'For a program: one JSON object per line',
  },
] as const

/** A log is read in the order of time, and its filters find people and actions. */
const COLUMNS: Column<ActivityEntry>[] = [
  {
    id: 'at',
    header: () => <TimeHeader>When</TimeHeader>,
    width: 'minmax(164px, 17%)',
    sortFirst: 'descending',
    cell: ({ at }) => (
      <span className={classes.when}>
        <Time stamp={at} as="moment" />
      </span>
    ),
  },
  { id: 'who', header: 'By', width: '14%', cell: entry => <Who entry={entry} /> },
  { id: 'what', header: 'Action', cell: entry => <What entry={entry} /> },
  {
    id: 'from',
    header: 'Address',
    width: '12%',
    cardLabel: 'Address',
    cell: ({ from }) =>
      from === null ? (
        <span className={classes.dimmed}>The server</span>
      ) : (
        <span className={classes.address} translate="no">
          {from}
        </span>
      ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '16%',
    cardLabel: 'Outcome',
    cell: entry => <Outcome entry={entry} />,
  },
]

function Who({ entry: { who, by } }: { entry: ActivityEntry }) {
  const kind = by === 'session' ? null : ACTOR_LABELS[by]
  if (who === null) return <span className={classes.dimmed}>{kind ?? 'No name given'}</span>
  return (
    <>
      <span translate="no">{who}</span>
      {kind && <div className={classes.dimmed}>{kind}</div>}
    </>
  )
}

function What({ entry }: { entry: ActivityEntry }) {
  const { text, name } = formatActivity(entry)
  const { details } = entry
  const about = 'about' in details && details.about === 'receiver' ? details.name : undefined
  const receiver = 'run_id' in details ? details.receiver : about
  // People know a receiver by its companies.
  const companies = useReceivers('', { enabled: receiver !== undefined }).get(
    receiver ?? '',
  )?.companies
  const more = [companies && formatFirstNames(companies, 0), formatActivityDetails(entry)]
    .filter(Boolean)
    .join(' · ')
  const link = linkOf(entry)
  const subject = (
    <>
      {text} {name !== null && <span translate="no">{name}</span>}
    </>
  )
  return (
    <>
      <div>
        {link === null ? (
          subject
        ) : (
          <Link {...link} className={classes.subject}>
            {subject}
          </Link>
        )}
      </div>
      {more && <div className={classes.dimmed}>{more}</div>}
      {'unreadable' in entry.details && <ChangedNumbers entry={entry} />}
    </>
  )
}

/** Where the entry's subject is. */
function linkOf({ kind, details }: ActivityEntry): LinkProps | null {
  if ('run_id' in details && details.run_id !== null && details.from !== null) {
    return { to: '/replays/$runId', params: { runId: details.run_id } }
  }
  if ('entity_context_name' in details && details.reference !== null) {
    const { entity_context_name: context, reference: entity } = details
    return { to: '/blocklist', search: { context, entity } }
  }
  if ('about' in details) {
    const { about, name } = details
    return about === 'company'
      ? { to: '/companies/$name', params: { name } }
      : { to: '/receivers', search: { receiver: name } }
  }
  return kind === 'receiver_set' ? { to: '/settings' } : null
}

function Outcome({ entry }: { entry: ActivityEntry }) {
  const { outcome, reason } = entry
  const { text, tone } = formatOutcome(entry)
  return (
    <>
      <span className={classes.outcome} data-outcome={tone}>
        {text}
      </span>
      {reason && <div className={classes.dimmed}>{reason}</div>}
      {outcome === 'unknown' && (
        <div className={classes.dimmed}>It is unknown whether this was done.</div>
      )}
    </>
  )
}

/**
 * The phone numbers of a blocklist change: the first few, and all of them on request. A long list
 * is focusable, so that the keyboard can scroll it.
 */
function ChangedNumbers({ entry }: { entry: ActivityEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const all = useQuery({
    queryKey: ['activity-entry', entry.id],
    queryFn: ({ signal }) => request(ActivityEntry, `/gateway/activity/${entry.id}`, { signal }),
    enabled: isOpen,
  })
  if (!('unreadable' in entry.details)) return null
  const { count, unreadable } = entry.details
  const first = entry.numbers
  const shown = isOpen ? (all.data?.numbers ?? first) : first
  const others = count - (first?.length ?? 0)
  return (
    <div className={classes.numbers}>
      {first === null && count > 0 && <p>There are too many numbers to store.</p>}
      {shown && shown.length > 0 && (
        <p className={classes.list} translate="no" tabIndex={isOpen ? 0 : undefined}>
          {shown.map(formatPhoneNumber).join(', ')}
        </p>
      )}
      {first !== null && others > 0 && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${formatNumber(count)}`}
        </button>
      )}
      {isOpen && all.isLoading && <p role="status">Loading…</p>}
      {isOpen && all.error && <p role="alert">{describeError(all.error).message}</p>}
      {isOpen && all.data?.numbers && all.data.numbers.length < count && (
        <p>The other numbers are not stored, because the change was refused.</p>
      )}
      {unreadable > 0 && (
        <p>{formatCount(unreadable, 'entry', 'entries')} without a phone number</p>
      )}
    </div>
  )
}
