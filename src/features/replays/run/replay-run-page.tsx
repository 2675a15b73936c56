import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { type Includable, isLoading, type ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatDateRange } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { listNoun } from '../../event/list/list-labels.ts'
import type { DateRange, ListSearch } from '../../event/list/list-search.ts'
import { OpenReceiver } from '../../receivers/open-receiver.tsx'
import { StaleNotice } from '../../request-errors/request-notices.tsx'
import { listOfRun, runDays } from '../list-of-run.ts'
import { replayRunQuery } from '../replay-runs-query.ts'
import { RunBar } from '../run-bar.tsx'
import { formatProgress, isDiscarded } from '../run-counts.ts'
import { formatLists, formatRequested } from '../run-messages.ts'
import { RunWithoutData } from '../run-without-data.tsx'
import { ListLinks } from './list-links.tsx'
import { ChangeButton, RunProblem, useRunChange } from './run-change.tsx'
import { RunItems } from './run-items.tsx'
import { RunPreview } from './run-preview.tsx'
import { RunProgress } from './run-progress.tsx'
import classes from './run-state.module.css'
import { RunCauses, RunReceivers } from './run-tables.tsx'
import { useRunSearch } from './use-run-search.ts'

type ReplayRunPageProps = {
  /** Says what is missing in the other list. */
  alsoMissing: (list: FailedEventList, search: ListSearch & DateRange) => ReactNode
}

/** A replay run while it loads, as a draft and with its results, at one URL that can be shared. */
export default function ReplayRunPage({ alsoMissing }: ReplayRunPageProps): ReactNode {
  const { runId, search, onSearch } = useRunSearch()
  const query = useQuery(replayRunQuery(runId))
  const { data: run } = query
  const fromList = useLocation({ select: ({ state }) => state.fromList })
  const [included, setIncluded] = useState<Includable[]>([])
  if (run === undefined) {
    return (
      <>
        <PageHeader title="Replay" />
        <Card>
          <RunWithoutData query={query} label="Loading the replay…" />
        </Card>
      </>
    )
  }
  const list = listOfRun(run, fromList)
  return (
    <>
      <PageHeader title={`Replay of ${formatLists(run, included) || listNoun(run.list, 2)}`}>
        <RunFacts {...{ run, list, alsoMissing }} />
      </PageHeader>
      <Card>
        {query.isError && (
          <StaleNotice query={query}>
            {run.state === 'running' && 'The replay is still running.'}
          </StaleNotice>
        )}
        {isLoading(run) ? (
          <RunLoading run={run} />
        ) : run.state === 'ready' ? (
          <RunPreview run={run} cause={list.cause} included={included} onIncluded={setIncluded} />
        ) : (
          <RunProgress run={run} list={list} />
        )}
      </Card>
      <OpenReceiver
        receiver={search.receiver}
        onClose={() => onSearch({ ...search, receiver: undefined }, { replace: true })}
      />
      {!isLoading(run) && (
        <>
          <RunReceivers run={run} included={included} />
          {run.state !== 'ready' && !isDiscarded(run) && <RunCauses run={run} />}
          <RunItems run={run} included={included} />
        </>
      )}
    </>
  )
}

/** Which events the run is for, who started it and when. */
function RunFacts({
  run,
  list,
  alsoMissing,
}: Pick<ReplayRunPageProps, 'alsoMissing'> & {
  run: ReplayRunDetails
  list: ListSearch & DateRange
}) {
  const times = useTimes()
  const days = runDays(run)
  const requested = formatRequested(run)
  return (
    <>
      <ListLinks run={run} search={list} after={` ${formatDateRange(days)}`} />
      {requested && `, ${requested}`}.{' '}
      {run.started_at
        ? `Started ${times.full(run.started_at)}`
        : `Requested ${times.full(run.created_at)}`}
      {run.who && ` by ${run.who}`}. {run.list !== null && alsoMissing(run.list, list)}
      {run.started_at && <RunNote run={run} />}
    </>
  )
}

/** What people have said about the run. */
function RunNote({ run: { name, reason } }: { run: ReplayRunDetails }) {
  if (name === null && reason === null) return null
  return (
    <>
      <br />
      {name !== null && <b>{name}</b>}
      {name !== null && reason !== null && ': '}
      {reason}
    </>
  )
}

const INTERRUPTED =
  'Redial keeps the events that it has loaded, and loads the rest when you try again.'

function formatLoading({ asked_for, read }: ReplayRunDetails): string {
  if (asked_for === 'named' && read.of === 1) {
    return 'Redial is loading the event from the service. Nothing is sent yet.'
  }
  const what =
    asked_for === 'failed_again'
      ? 'copying the events that failed again'
      : 'loading the events from the service'
  return `Redial is ${what}. You can check them before anything is sent.`
}

/** The events of the run are loading, or the service failed in the meantime. Nothing is sent yet. */
function RunLoading({ run }: { run: ReplayRunDetails }) {
  const change = useRunChange(run.id)
  const isInterrupted = run.state === 'interrupted'
  return (
    <section className={classes.state}>
      <div className={classes.head}>
        <div>
          <h2>{formatProgress(run)}</h2>
          <p className={classes.hint}>{isInterrupted ? INTERRUPTED : formatLoading(run)}</p>
        </div>
        <div className={classes.actions}>
          <ChangeButton change={change} to="cancel" label="Cancel" />
          {isInterrupted && <ChangeButton change={change} to="load" label="Try again" isPrimary />}
        </div>
      </div>
      <RunBar run={run} />
      {run.problem !== null && <Notice tone={isInterrupted ? 'bad' : 'wait'}>{run.problem}</Notice>}
      <RunProblem error={change.error} />
    </section>
  )
}
