import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readSort, sortText } from '../../../contract/pages/sort-order.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { CountedPager } from '../../ui/table/counted-pager.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'
import { StaleNotice } from '../request-errors/request-notices.tsx'
import { ACTIVITY_COLUMNS } from './activity-columns.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import classes from './activity-page.module.css'
import {
  activityFilePath,
  activityQuery,
  filterOf,
  hasIncompleteNumber,
  hasUnreadableDays,
  sortOf,
} from './activity-query.ts'
import type { ActivityProps, ActivitySearch } from './activity-search.ts'

/** A log is read in the order of time, and its filters find people and actions. */
const ORDERS = ['at'] as const

const NEWEST_FIRST = { column: 'at', direction: 'descending' } as const

export function ActivityPage({ search, onSearch }: ActivityProps) {
  return (
    <>
      <PageHeader title="Activity" action={<ExportActivity search={search} />}>
        What you, your colleagues and your scripts changed, when, from where, and with which
        outcome.
      </PageHeader>
      <Card>
        <ActivityFilters search={search} onSearch={onSearch} />
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
        <ActivityList search={search} onSearch={onSearch} />
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
                href={activityFilePath(search, format)}
                download
                variant="default"
                size="sm"
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

function ActivityList({ search, onSearch }: ActivityProps) {
  const query = useQuery({ ...activityQuery(search), placeholderData: keepPreviousData })
  const { data } = query
  const table = useTableModel({
    columns: ACTIVITY_COLUMNS,
    sort: readSort(sortOf(search), ORDERS, NEWEST_FIRST),
    onSort: order => onSearch({ ...search, sort: sortText(order), page: 1 }),
  })
  const clear = () => onSearch({ page: 1, size: search.size })
  if (data === undefined) {
    return (
      <QueryWithoutData query={query} label="Loading the activity log…">
        {search.page > 1 && (
          <Button variant="default" size="sm" onClick={() => onSearch({ ...search, page: 1 })}>
            First page
          </Button>
        )}
      </QueryWithoutData>
    )
  }
  if (data.count === 0) {
    const isFiltered = Object.values(filterOf(search)).some(value => value !== undefined)
    return isFiltered ? (
      <EmptyState
        icon={<IconHistory size={22} aria-hidden />}
        title="No matching entries"
        message="Choose other dates, another person or another action."
      >
        <Button variant="default" size="sm" onClick={clear}>
          Show all entries
        </Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={<IconHistory size={22} aria-hidden />}
        title="No activity yet"
        message="This page lists replays, blocked and unblocked numbers, receiver settings, tokens, exports and sign-ins: who did it, when and from where."
      />
    )
  }
  return (
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
  )
}
