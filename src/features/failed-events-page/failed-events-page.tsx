import { Suspense } from 'react'
import { formatDateRange } from '../../format/days.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { changeList, changeView, isInOrder, type ListProps } from '../event/list/list-search.ts'
import { LIST_WORDS } from '../event/list/list-words.ts'
import { ExportButton } from '../export/export-button.tsx'
import { DateRangeBar } from '../failed-events/date-range/date-range-bar.tsx'
import { EventList } from '../failed-events/list/event-list.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import { SavedViewsButton } from '../saved-views/saved-views-button.tsx'
import classes from './failed-events-page.module.css'
import { ViewSwitch } from './view-switch.tsx'

const BackwardDays = lazyPart(
  async () => (await import('../failed-events/list/backward-days.tsx')).BackwardDays,
)

const RangeView = lazyPart(async () => (await import('../failure-groups/range-view.tsx')).RangeView)

/** A list of failed events: which days, how they are looked at, and the one that is open. */
export function FailedEventsPage(props: ListProps) {
  const { list, search, onSearch } = props
  const { title, purpose, many } = LIST_WORDS[list]
  return (
    <>
      <PageHeader
        title={title}
        action={
          <div className={classes.actions}>
            <SavedViewsButton list={list} search={search} />
            <ExportButton list={list} search={search} />
          </div>
        }
      >
        {purpose}
      </PageHeader>
      <DateRangeBar range={search} onChange={range => onSearch(changeList(search, range))} />
      <ViewSwitch view={search.view} onView={view => onSearch(changeView(search, view))} />
      <Card>
        {search.unread && (
          <Notice tone="wait">
            The days in this link can’t be read. These are the failures {formatDateRange(search)}.
          </Notice>
        )}
        <Suspense fallback={<LoadingRows label={`Loading ${many}…`} />}>
          {!isInOrder(search) ? (
            <BackwardDays />
          ) : search.view === undefined ? (
            <EventList {...props} />
          ) : (
            <RangeView key={`${search.from} ${search.to}`} {...props} />
          )}
        </Suspense>
      </Card>
    </>
  )
}
