import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EVENT_FILTERS } from '../../../contract/events-filter.ts'
import { formatDateRange } from '../../format/days.ts'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { isInOrder, rangeOf } from '../event/list/list-search.ts'
import { DateRangeBar } from '../failed-events/date-range/date-range-bar.tsx'
import { runDays } from '../replays/list-of-run.ts'
import { replayRunQuery } from '../replays/replay-runs-query.ts'
import { RunWithoutData } from '../replays/run-without-data.tsx'
import { useSelection } from '../replays/selection/selection.tsx'
import { Report } from './report.tsx'
import type { ReportSearch } from './report-search.ts'
import { formatDays } from './report-text.ts'

const route = getRouteApi('/_signed-in/report')

export default function ReportPage(): ReactNode {
  const { run } = route.useSearch()
  return run === undefined ? <ReportOfDays /> : <ReportOfRun id={run} />
}

function ReportOfRun({ id }: { id: string }) {
  const { company } = route.useSearch()
  const query = useQuery(replayRunQuery(id))
  const { data: run } = query
  return (
    <>
      <PageHeader title="Report">
        {run && (
          <>
            What became of the events of the replay{' '}
            <Link to="/replays/$runId" params={{ runId: id }}>
              {/* Its name may name other customers. */}
              {(company === undefined && run.name) || formatDateRange(runDays(run))}
            </Link>
          </>
        )}
      </PageHeader>
      {run ? (
        <Report
          scope={{ run: id }}
          range={runDays(run)}
          which="in this replay"
          about={company ?? run.name ?? undefined}
        />
      ) : (
        <Card>
          <RunWithoutData query={query} label="Loading the report…" />
        </Card>
      )}
    </>
  )
}

/** What the events have in common, in words. */
function formatFilters(search: ReportSearch): string {
  const { q } = search
  const parts = [...EVENT_FILTERS.map(filter => search[filter]), q && `“${q}”`]
  return parts.filter(part => part !== undefined && part !== '').join(', ')
}

function ReportOfDays() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { from, to, run: _run, selected: list, ...filters } = search
  const { selection } = useSelection()
  const days = rangeOf({ ...(from && { from }), ...(to && { to }) }, useTimes().today())
  const { from_time, to_time } = filters
  const range = { ...days, from_time, to_time }
  const filterText = formatFilters(search)
  const selected =
    list === undefined || selection.isAll || selection.events.size === 0
      ? undefined
      : { list, ids: selection.events }
  return (
    <>
      <PageHeader
        title="Report"
        range={
          <DateRangeBar
            range={range}
            onChange={days =>
              void navigate({
                search: newest => ({ ...newest, ...days }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        }
      >
        What became of the events that failed on these days.
      </PageHeader>
      {isInOrder(range) ? (
        <Report
          scope={selected ? { range, selected } : { range, filters }}
          range={range}
          which={formatDays(range)}
          about={
            selected
              ? (search.company ?? 'Selected events')
              : filterText || 'All failed calls and AI events'
          }
        />
      ) : (
        <Card>
          <p role="alert">The first day is after the last one. Choose other days.</p>
        </Card>
      )}
    </>
  )
}
