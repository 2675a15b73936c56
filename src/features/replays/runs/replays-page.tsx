import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ReplayRun } from '../../../../contract/replay.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { capitalise, formatFirstNames } from '../../../../contract/text/names.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { errorText } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { formatDateRange } from '../../../format/days.ts'
import { TimeHeader } from '../../../format/time.tsx'
import { useTimes } from '../../../format/times.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { CountedPager } from '../../../ui/table/counted-pager.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { PageSearch } from '../../../ui/table/page-search.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { CompanyLink } from '../../event/company-link.tsx'
import { listNoun } from '../../event/list/list-labels.ts'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { StaleNotice } from '../../request-errors/request-notices.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { runDays } from '../list-of-run.ts'
import { replayRunsQuery } from '../replay-runs-query.ts'
import { useRunChange } from '../run/run-change.tsx'
import { RunBar } from '../run-bar.tsx'
import { countOfRun, formatProgress, givenName } from '../run-counts.ts'
import { countSkipped, formatRequested } from '../run-messages.ts'
import { ReplayTabs } from '../waiting/replay-tabs.tsx'
import classes from './replays-page.module.css'

const route = getRouteApi('/_signed-in/replays/')

export default function ReplaysPage(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = (search: PageSearch, options?: { replace: boolean }) =>
    void navigate({ search, ...options, resetScroll: false })
  const query = useQuery(replayRunsQuery(search))
  const { data } = query
  const layout = useTableLayout('replays')
  const table = useTableModel({
    columns: RUN_COLUMNS,
    layout,
    sort: search.sort,
    usualSort: '-created_at',
    onSort: sort => onSearch({ ...search, sort, page: 1 }, { replace: true }),
  })
  return (
    <>
      <PageHeader
        title="Replays"
        action={
          <div className={classes.action}>
            <ReplayTabs />
            <ColumnsButton columns={RUN_COLUMNS} control={layout} />
          </div>
        }
      >
        Events that your team sent again, with their results.
      </PageHeader>
      <Card>
        {data === undefined ? (
          <QueryWithoutData query={query} label="Loading the replays…">
            {search.page > 1 && (
              <Button onClick={() => onSearch({ ...search, page: 1 })}>First page</Button>
            )}
          </QueryWithoutData>
        ) : data.count === 0 ? (
          <EmptyState
            icon={<IconRefresh size={22} aria-hidden />}
            title="No replays yet"
            message={
              <>
                Select <Link to="/failed-calls">failed calls</Link> and choose Replay selected. Your
                team’s replays and their results appear here.
              </>
            }
          />
        ) : (
          <>
            {query.isRefetchError && <StaleNotice query={query} />}
            <DataTable
              label="Replays"
              table={table}
              rows={data.results}
              rowId={run => run.id}
              onOpen={({ id }) => void navigate({ to: '/replays/$runId', params: { runId: id } })}
              isBusy={query.isPlaceholderData}
            />
            <CountedPager
              listed={data}
              search={search}
              onSearch={onSearch}
              nouns={['replay', 'replays']}
            />
          </>
        )}
      </Card>
    </>
  )
}

type DiscardDraftProps = {
  runId: string
  /** Its events, such as "29 failed calls". */
  events: string
}

type RunProps = { run: ReplayRun }

const RUN_COLUMNS: Column<ReplayRun>[] = [
  {
    id: 'created_at',
    name: 'Requested',
    header: () => <TimeHeader>Requested</TimeHeader>,
    width: '17%',
    sortFirst: 'descending',
    cell: run => <When run={run} />,
  },
  {
    id: 'who',
    header: 'Started by',
    width: '16%',
    sortFirst: 'ascending',
    cell: ({ who }) =>
      who === null ? (
        // Screen readers skip a dash.
        <span className={classes.dimmed} title="No name given">
          <span aria-hidden>–</span>
          <span className={visuallyHidden.only}>No name given</span>
        </span>
      ) : (
        <span translate="no">{who}</span>
      ),
  },
  {
    id: 'events',
    header: 'Events',
    sortFirst: 'descending',
    cell: run => (
      <>
        {/* What Redial proposes is also in the next lines. */}
        {givenName(run) !== null && <div className={classes.name}>{run.name}</div>}
        <div>
          {formatRunTitle(run)}
          {countSkipped(run) > 0 && ` (${formatNumber(countSkipped(run))} skipped)`}
          <Companies run={run} />
        </div>
        <div className={classes.dimmed}>
          {[capitalise(formatDateRange(runDays(run))), formatRequested(run)]
            .filter(part => part !== null)
            .join(', ')}
          <Receivers run={run} />
        </div>
        {run.reason !== null && <div className={classes.dimmed}>Reason: {run.reason}</div>}
      </>
    ),
  },
  {
    id: 'failed_again',
    header: 'Progress',
    width: '34%',
    // The runs with the most events that failed again come first.
    sortFirst: 'descending',
    cell: run => (
      <div className={classes.progress} data-draft={run.state === 'ready' || undefined}>
        <p>{formatProgress(run)}</p>
        {run.state === 'ready' ? (
          <DiscardDraft runId={run.id} events={formatRunTitle(run)} />
        ) : (
          <RunBar run={run} size="small" />
        )}
      </div>
    ),
  },
]

/** Whose events they are. Companies distinguish runs of the same size, receivers if none is known. */
function Companies({ run: { some_companies: companies, further_companies } }: RunProps) {
  if (companies.length === 0) return null
  const [only, ...others] = companies
  const names = formatFirstNames(companies, further_companies)
  return (
    <>
      {' for '}
      <strong className={classes.name} translate="no">
        {only !== undefined && others.length === 0 && !further_companies ? (
          <CompanyLink name={only} label={names} />
        ) : (
          names
        )}
      </strong>
    </>
  )
}

/** A name for each of a few receivers. Their companies stand for many. */
function Receivers({ run }: RunProps) {
  const { some_receivers: names, receiver_count: count, some_companies } = run
  // It may send nothing to some of them.
  if (names.length === 0 || countSkipped(run) > 0) return null
  if (names.length > 2 && some_companies.length > 0) {
    return `, for ${formatNumber(count)} receivers`
  }
  return (
    <>
      {', for '}
      <span className={classes.name} translate="no">
        {formatFirstNames(names.map(shownReceiver), count - names.length)}
      </span>
    </>
  )
}

/** The time links to the run, so that the keyboard and the middle button can open it. */
function When({ run }: RunProps) {
  const times = useTimes()
  return (
    <Link
      to="/replays/$runId"
      params={{ runId: run.id }}
      className={classes.when}
      aria-label={`${times.moment(run.created_at)}, ${formatRunTitle(run)}`}
    >
      <time dateTime={run.created_at}>{times.moment(run.created_at)}</time>
    </Link>
  )
}

function formatRunTitle(run: ReplayRun): string {
  const count = countOfRun(run)
  const noun = listNoun(run.list, count)
  return count > 0 ? `${formatNumber(count)} ${noun}` : capitalise(noun)
}

/** Discards a draft run after a confirmation. Colleagues no longer see it either. */
function DiscardDraft({ runId, events }: DiscardDraftProps) {
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const change = useRunChange(runId)
  const discard = () =>
    change
      .mutateAsync({ to: 'discard' })
      .then(() => notify({ text: `The draft of ${events} was discarded.` }))
      .catch((error: Error) =>
        notify({ text: `The draft was not discarded. ${errorText(error)}`, isSuccess: false }),
      )
      // After an error too, because somebody else may have started or discarded it.
      .finally(async () => {
        await queryClient.invalidateQueries({ queryKey: queryKeys.allReplayRuns })
        focusIfLost({ current: document.querySelector('h1') })
      })
  return (
    <>
      <PlainButton
        data-size="xs"
        aria-label={`Discard the draft of ${events}`}
        isOff={change.isPending}
        onClick={() => setAsked(true)}
      >
        <span>Discard</span>
      </PlainButton>
      {isAsked && (
        <ConfirmDialog
          title={`Discard the draft of ${events}?`}
          confirm="Discard"
          onConfirm={discard}
          onClose={() => setAsked(false)}
        >
          Nothing was sent. The events stay in their list, and you can select them again.
        </ConfirmDialog>
      )}
    </>
  )
}
