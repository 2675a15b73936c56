import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { readSort, sortText } from '../../ui/table/sort-order.ts'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { CountedPager } from '../replays/counted-pager.tsx'
import { QueryFailure } from '../request-errors/request-failure.tsx'
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
import * as messages from './messages.ts'

/** A log is read in the order of time, and its filters find people and actions. */
const ORDERS = ['at'] as const

const NEWEST_FIRST = { column: 'at', direction: 'descending' } as const

export function ActivityPage({ search, onSearch }: ActivityProps) {
  return (
    <>
      <PageHeader title={messages.title} action={<ExportActivity search={search} />}>
        {messages.purpose}
      </PageHeader>
      <Card>
        <ActivityFilters search={search} onSearch={onSearch} />
        {hasIncompleteNumber(search) && <Notice tone="wait">{messages.incompleteNumber}</Notice>}
        {hasUnreadableDays(search) && <Notice tone="wait">{messages.daysNotReadable}</Notice>}
        <ActivityList search={search} onSearch={onSearch} />
      </Card>
    </>
  )
}

function ExportActivity({ search }: { search: ActivitySearch }) {
  return (
    <PopoverButton
      label={messages.exportLabel}
      title={messages.exportTitle}
      icon={<IconDownload size={16} aria-hidden />}
    >
      {close => (
        <div className={classes.export}>
          <p>{messages.exportExplanation}</p>
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
    return query.error ? (
      <QueryFailure query={query}>
        {search.page > 1 && (
          <Button variant="default" size="sm" onClick={() => onSearch({ ...search, page: 1 })}>
            {messages.firstPage}
          </Button>
        )}
      </QueryFailure>
    ) : (
      <LoadingRows label={messages.loading} />
    )
  }
  if (data.count === 0) {
    return isFiltered(search) ? (
      <EmptyState
        icon={<IconHistory size={22} aria-hidden />}
        title={messages.noMatchTitle}
        message={messages.noMatch}
      >
        <Button variant="default" size="sm" onClick={clear}>
          {messages.showAll}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={<IconHistory size={22} aria-hidden />}
        title={messages.emptyTitle}
        message={messages.empty}
      />
    )
  }
  return (
    <>
      {query.isRefetchError && <StaleNotice query={query} />}
      <DataTable
        label={messages.title}
        table={table}
        rows={data.results}
        rowId={entry => String(entry.id)}
        isBusy={query.isPlaceholderData}
      />
      <CountedPager listed={data} search={search} onSearch={onSearch} nouns={messages.entryNouns} />
    </>
  )
}

function isFiltered(search: ActivityProps['search']): boolean {
  return Object.values(filterOf(search)).some(value => value !== undefined)
}
