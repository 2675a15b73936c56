import { useMediaQuery } from '@mantine/hooks'
import {
  IconBookmarks,
  IconCalendarX,
  IconChartBar,
  IconDownload,
  IconFilter,
} from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { EVENT_FILTERS } from '../../../contract/events-filter.ts'
import { formatDateRange } from '../../format/days.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import {
  isInOrder,
  isNarrowed,
  type ListProps,
  needsRange,
  nextSearch,
} from '../event/list/list-search.ts'
import { ReportLink } from '../event/list/report-link.tsx'
import { ListProvider, useList } from '../event/list/use-list.tsx'
import { EXPORT_KEY } from '../export/export-request.ts'
import { DateRangeBar } from '../failed-events/date-range/date-range-bar.tsx'
import { EVENT_TABLE } from '../failed-events/list/event-columns.tsx'
import { EventList, RowsWithoutRange } from '../failed-events/list/event-list.tsx'
import { useEventColumns } from '../failed-events/list/event-table.tsx'
import { UnknownFollowUp } from '../follow-up/follow-up-select.tsx'
import { ReplaysProvider } from '../replays/single/use-replays.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import { ColumnsButton } from '../table-layout/columns-button.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import classes from './failed-events-page.module.css'
import { FilterBar } from './filters/filter-bar.tsx'

/** The rows of this page come first. */
const PRELOAD_AFTER_MS = 1_500

const ROUTES = {
  call_events_fail: '/_signed-in/failed-calls',
  transcription_events_fail: '/_signed-in/failed-ai-events',
} as const

const ROW_LINK = 'main table a[data-opens]'

const searchAndFiltersText = (used: number | undefined) =>
  `Search and filters${used === undefined ? '' : `, ${used} in use`}`

const SavedViewsPanel = lazyPart(() => import('../saved-views/saved-views-panel.tsx'))

const ExportPanel = lazyPart(() => import('../export/export-panel.tsx'))

const Histogram = lazyPart(() => import('./histogram/histogram.tsx'))

const RangeView = lazyPart<Pick<ListProps, 'search'>>(
  () => import('../failure-groups/range-view.tsx'),
  {
    // Don't show unfiltered rows while a filter is set.
    instead: ({ search }, { kind }) =>
      kind !== 'offline' || isNarrowed(search) ? undefined : <RowsWithoutRange />,
  },
)

/**
 * A list of failed events. Unfiltered, it shows the service's own pages; a search, a filter, another
 * order or groups show the gateway's copy of the range.
 */
export function FailedEventsPage({ list }: Pick<ListProps, 'list'>): ReactNode {
  const from = ROUTES[list]
  const search = { ...useSearch({ from }), ...useRouteContext({ from }).range }
  const navigate = useNavigate({ from: LIST_LABELS[list].path })
  return (
    <ListProvider
      {...{ list, search }}
      onSearch={(next, options) =>
        void navigate({ search: nextSearch(search, next), ...options, resetScroll: false })
      }
    >
      <ListPage />
    </ListProvider>
  )
}

function ListPage() {
  const { list, search, onSearch, change } = useList()
  const { title, purpose, many } = LIST_LABELS[list]
  useListShortcuts(search.event !== undefined)
  const layout = useTableLayout(EVENT_TABLE)
  const columns = useEventColumns()
  // On phones, a button opens search and filters. Next to the details of an event, a different one opens the filters.
  const [isExpanded, setExpanded] = useState(false)
  const hasChart = useHasChart(search)
  const isIdle = useDelayedFlag(true, PRELOAD_AFTER_MS)
  useEffect(() => {
    if (isIdle) void RangeView.preload()
  }, [isIdle])
  const shownView = search.view === 'groups' ? 'groups' : 'list'
  const isSearched = search.q !== undefined
  const isRange = needsRange(search)
  const filters = EVENT_FILTERS.filter(filter => search[filter] !== undefined).length || undefined
  const searchAndFilters = (isSearched ? 1 : 0) + (filters ?? 0) || undefined
  return (
    <>
      <PageHeader
        title={title}
        action={
          <div className={classes.actions}>
            <PlainButton
              className={classes.toggle}
              aria-expanded={isExpanded}
              aria-label={searchAndFiltersText(searchAndFilters)}
              title={searchAndFiltersText(searchAndFilters)}
              data-count={searchAndFilters}
              icon={<IconFilter size={16} aria-hidden />}
              onClick={() => setExpanded(!isExpanded)}
            >
              {searchAndFilters}
            </PlainButton>
            <PopoverButton
              label="Saved views"
              isIconOnly="on phones"
              icon={<IconBookmarks size={16} aria-hidden />}
            >
              {close => <SavedViewsPanel onGone={close} />}
            </PopoverButton>
            <ReportLink search={search} isInHeader />
            <ExportButton />
          </div>
        }
        range={<DateRangeBar range={search} onChange={change} />}
      >
        {/* A person who searches or filters has read it, and needs its line for rows. */}
        {isRange ? undefined : purpose}
      </PageHeader>
      <div
        className={classes.filters}
        data-expanded={isExpanded || undefined}
        data-filters={filters}
        data-searched={isSearched || undefined}
      >
        <FilterBar>
          {/* Next to the details of an event, where the header has no room for it. */}
          <PlainButton
            className={classes.toggleBeside}
            aria-expanded={isExpanded}
            data-count={filters}
            title="Filters"
            icon={<IconFilter size={16} aria-hidden />}
            onClick={() => setExpanded(!isExpanded)}
          >
            <span className={classes.label}>Filters</span>
            {filters}
          </PlainButton>
        </FilterBar>
        <div className={classes.tools}>
          <PlainButton
            className={classes.chart}
            aria-pressed={hasChart}
            aria-label="Chart"
            title="Chart"
            icon={<IconChartBar size={16} aria-hidden />}
            onClick={() =>
              onSearch({ ...search, chart: hasChart ? 'off' : 'on' }, { replace: true })
            }
          />
          {/* The table of groups has columns of its own. */}
          {shownView === 'list' && <ColumnsButton columns={columns} control={layout} />}
          <Segments
            legend="View"
            options={VIEWS}
            chosen={shownView}
            onChoose={view => {
              if (view === shownView) return
              change({ view: view === 'list' ? undefined : view, sort: undefined })
            }}
          />
        </div>
      </div>
      <Card>
        {search.unread === 'follow_up' && <UnknownFollowUp />}
        {search.unread === 'days' && (
          <Notice tone="wait">
            The days in this link can’t be read. These are the failures {formatDateRange(search)}.
          </Notice>
        )}
        {hasChart && isInOrder(search) && (
          <Suspense fallback={<div className={classes.chartRoom} />}>
            <Histogram />
          </Suspense>
        )}
        <ReplaysProvider key={list} list={list}>
          <Suspense fallback={<LoadingRows label={`Loading ${many}…`} />}>
            {!isInOrder(search) ? (
              <EmptyState
                icon={<IconCalendarX size={22} aria-hidden />}
                title="Invalid date range"
                message="The start must be on or before the end. Choose other days above."
              />
            ) : isRange ? (
              <RangeView key={`${search.from} ${search.to}`} search={search} />
            ) : (
              <EventList />
            )}
          </Suspense>
        </ReplaysProvider>
      </Card>
    </>
  )
}

function ExportButton() {
  const isRunning = useIsMutating({ mutationKey: EXPORT_KEY }) > 0
  return (
    <PopoverButton
      label={isRunning ? 'Exporting…' : 'Export'}
      title="Export"
      isIconOnly="on phones"
      icon={<IconDownload size={16} aria-hidden />}
    >
      {() => <ExportPanel />}
    </PopoverButton>
  )
}

function useHasChart({ chart }: ListProps['search']): boolean {
  // A lower window has room only for the rows.
  const isTall = useMediaQuery('(min-width: 981px) and (min-height: 980px)', false, {
    getInitialValueInEffect: false,
  })
  return chart === undefined ? isTall : chart === 'on'
}

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'groups', label: 'Grouped' },
] as const

/**
 * The keys of a list of failed events, except R, which replays. They act on the row with the focus, or on that of the
 * open event. While an event is open, J and K belong to its details.
 */
function useListShortcuts(isOpen: boolean): void {
  const steps: Parameters<typeof useShortcuts>[0] = [
    ['j', () => focusRow(1)],
    ['k', () => focusRow(-1)],
  ]
  useShortcuts([
    ...(isOpen ? [] : steps),
    ['x', () => currentRow()?.querySelector<HTMLElement>('[role="checkbox"]')?.click()],
    ['/', () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus()],
  ])
}

function currentRow(): Element | null {
  const focused = document.activeElement?.closest('main tbody tr')
  return focused ?? document.querySelector('main tbody tr[data-open]')
}

function focusRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINK)]
  const row = currentRow()
  const at = links.findIndex(link => row?.contains(link))
  const next = at < 0 ? links[0] : links[at + by]
  next?.focus()
}
