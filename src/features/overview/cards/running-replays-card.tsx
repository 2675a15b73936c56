import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReplayRun, ReplayRunState } from '../../../../contract/replay.ts'
import { formatDateRange } from '../../../format/days.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { useTimes } from '../../../format/times.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import { RunBar } from '../../replays/run-bar.tsx'
import { formatProgress, runDays, totalOf } from '../../replays/run-messages.ts'
import { CardFailure, CardLoading, CardNote, OverviewCard } from '../card/overview-card.tsx'
import { runningReplaysQuery } from '../prefetch-overview.ts'
import * as messages from './messages.ts'
import classes from './running-replays-card.module.css'

const UNDER_WAY: ReplayRunState[] = ['reading', 'running', 'paused']

export function RunningReplaysCard() {
  const query = useQuery({
    ...runningReplaysQuery,
    select: ({ results }) => results.filter(run => UNDER_WAY.includes(run.state)),
  })
  return (
    <OverviewCard
      title={messages.replaysTitle}
      isShort
      action={<Link to="/replays">{messages.allReplays}</Link>}
    >
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label={messages.loadingReplays} rows={0} />}
      {query.data?.length === 0 && <CardNote>{messages.noReplay}</CardNote>}
      {query.data && query.data.length > 0 && (
        <ul className={classes.runs}>
          {query.data.map(run => (
            <li key={run.id}>
              <Run run={run} />
            </li>
          ))}
        </ul>
      )}
    </OverviewCard>
  )
}

function Run({ run }: { run: ReplayRun }) {
  const times = useTimes()
  const total = totalOf(run.counts)
  const noun = listNoun(run.list, total)
  return (
    <div className={classes.run}>
      <Link to="/replays/$runId" params={{ runId: run.id }}>
        {total > 0 ? `${formatNumber(total)} ${noun}` : noun} {formatDateRange(runDays(run))}
      </Link>
      <p>
        {formatProgress(run)}
        {run.counts.failed_again > 0 && `, ${messages.failedAgain(run.counts.failed_again)}`}
      </p>
      <RunBar run={run} size="small" />
      <p className={classes.who}>
        {messages.startedBy(run.who, times.brief(run.started_at ?? run.created_at))}
      </p>
    </div>
  )
}
