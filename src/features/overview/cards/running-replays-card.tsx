import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReplayRun, ReplayRunState } from '../../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { formatFirstNames } from '../../../../contract/text/names.ts'
import { formatDateRange } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import { runDays } from '../../replays/list-of-run.ts'
import { RunBar } from '../../replays/run-bar.tsx'
import { countOfRun, formatProgress, givenName } from '../../replays/run-counts.ts'
import { useWaitingReceivers } from '../../replays/waiting/standing-orders-query.ts'
import { CardFailure, CardNote, OverviewCard } from '../card/overview-card.tsx'
import { runningReplaysQuery } from '../prefetch-overview.ts'
import classes from './running-replays-card.module.css'

const UNDER_WAY: ReplayRunState[] = ['reading', 'running', 'paused']

/** The replays that are under way or wait for a receiver. Without any, there is no card. */
export function RunningReplaysCard() {
  const query = useQuery({
    ...runningReplaysQuery,
    select: ({ results }) => results.filter(run => UNDER_WAY.includes(run.state)),
  })
  const waiting = useWaitingReceivers()
  const runs = query.data ?? []
  if (!query.isError && runs.length === 0 && waiting === 0) return null
  return (
    <OverviewCard title="Running replays" isShort action={<Link to="/replays">All replays</Link>}>
      {query.isError && <CardFailure query={query} />}
      {waiting > 0 && (
        <CardNote>
          <Link to="/replays/waiting">
            {formatCount(waiting, 'receiver', 'receivers')} waiting to recover
          </Link>
        </CardNote>
      )}
      {runs.length > 0 && <RunList runs={runs} />}
    </OverviewCard>
  )
}

/** @param isOfCompany whether the page names the only company that they are listed for */
export function RunList({
  runs,
  isOfCompany = false,
}: {
  runs: ReplayRun[]
  isOfCompany?: boolean
}) {
  return (
    <ul className={classes.runs}>
      {runs.map(run => (
        <li key={run.id}>
          <Run run={run} isOfCompany={isOfCompany} />
        </li>
      ))}
    </ul>
  )
}

function Run({ run, isOfCompany }: { run: ReplayRun; isOfCompany: boolean }) {
  const times = useTimes()
  const total = countOfRun(run)
  const noun = listNoun(run.list, total)
  const started = times.brief(run.started_at ?? run.created_at)
  const { failed_again, skipped } = run.counts
  // Its outcome says so then.
  const isOver = run.state === 'finished' || run.state === 'cancelled'
  return (
    <div className={classes.run}>
      <Link to="/replays/$runId" params={{ runId: run.id }}>
        {total > 0 ? `${formatNumber(total)} ${noun}` : noun} {formatDateRange(runDays(run))}
      </Link>
      {givenName(run) !== null && <p translate="no">{run.name}</p>}
      <p>
        {formatProgress(run)}
        {!isOver && failed_again > 0 && `, ${formatNumber(failed_again)} failed again`}
        {!isOver && skipped > 0 && `, ${formatNumber(skipped)} skipped`}
      </p>
      <RunBar run={run} size="small" />
      <p className={classes.who}>
        {!isOfCompany &&
          run.some_companies.length > 0 &&
          `${formatFirstNames(run.some_companies, run.further_companies)}. `}
        {run.who ? `${run.who}, ${started}` : `Since ${started}`}
      </p>
    </div>
  )
}
