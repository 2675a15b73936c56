import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useMemo, useRef } from 'react'
import { TO_DO_GROUPS } from '../../../../contract/overview.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { useTimes } from '../../../format/times.ts'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { inOrder, useLastingOrder, useLastingRows } from '../../../ui/table/use-lasting-order.ts'
import { ListSearch, requestedDates } from '../../event/list/list-search.ts'
import { formatAge, formatPart } from '../../failure-groups/load-messages.ts'
import { findFollowUp, followUpsQuery, useMe } from '../../follow-up/use-follow-up.ts'
import { ReplayMatches } from '../../replays/selection/replay-matches.tsx'
import { isTrying, standingOrdersQuery } from '../../replays/waiting/standing-orders-query.ts'
import { FailedReadNotice } from '../../request-errors/request-notices.tsx'
import { CardFailure, CardNote, OverviewCard } from '../card/overview-card.tsx'
import { Job, type JobsProps, obstacleOf, sendableGroups } from './jobs.tsx'
import {
  countRecovered,
  describeUnsent,
  jobsOfAll,
  receiversWithoutJobs,
  summariseRecovered,
  summariseToDos,
  type ToDo,
  toDos,
  unsentJobs,
  waitingJobs,
} from './to-do.ts'
import classes from './to-do-card.module.css'
import type { Missing, ToDos } from './use-to-dos.ts'

const idOf = ({ receiver }: ToDo) => receiver

const SHOWN = 8
/** Fewer, because nobody has to do anything about them. */
const SHOWN_WAITING = 3

type ToDoCardProps = {
  toDo: ToDos
  title: string
  /** Above the receivers. */
  news?: ReactNode
  /** What is missing from the days before. */
  older?: ReactNode
  /** Chooses the follow-up. */
  filterSelect?: ReactNode
}

/** What is still missing, by receiver, worst first: what to do, and about what. */
export function ToDoCard({ toDo, title, news, older, filterSelect }: ToDoCardProps) {
  const { range, both, missing, receivers, isLoaded, isLoading, failed } = toDo
  const { company } = toDo.filter
  const of = JSON.stringify([range, toDo.filter])
  const latest = useMemo(() => {
    // The second list to come would change their order.
    if (!isLoaded) return []
    return toDos(
      both.flatMap(({ list, query }) => query.data?.results.map(group => ({ list, group })) ?? []),
    )
  }, [isLoaded, both])
  const jobs = useLastingRows(latest, idOf, of)
  const followUpsResult = useQuery(followUpsQuery)
  const followUps = followUpsResult.data ?? []
  const ordersResult = useQuery(standingOrdersQuery)
  const orders = ordersResult.data?.results.filter(isTrying) ?? []
  const withoutJobs = receiversWithoutJobs(toDo.filter, jobs, followUps, receivers, useMe())
  const delivered = useLastingRows(isLoaded ? withoutJobs : [], idOf, of)
  // The worst first, but what somebody has dealt with last.
  const isDone = (receiver: string) =>
    findFollowUp(followUps, { kind: 'receiver', value: receiver })?.state === 'done'
  const ids = jobs.map(({ receiver }) => receiver)
  const rows = useRef<HTMLDivElement>(null)
  const order = useLastingOrder(rows, {
    all: ids.toSorted((one, other) => Number(isDone(one)) - Number(isDone(other))),
    // A replay would probably arrive. If all that a receiver lacks is older than a week, it may be working.
    recovered: ids.filter(id => ['recovered', 'working'].includes(receivers.get(id)?.state ?? '')),
    waiting: waitingJobs(jobs, orders).map(({ receiver }) => receiver),
  })
  const ordered = inOrder(jobs, ({ receiver }) => receiver, order.all)
  const ready = ordered.filter(job => order.recovered.includes(job.receiver))
  const waiting = ordered.filter(
    job => !ready.includes(job) && order.waiting.includes(job.receiver),
  )
  const others = ordered.filter(job => !(ready.includes(job) || waiting.includes(job)))
  const sections = [
    { title: 'Failing', jobs: others, shown: SHOWN },
    { title: 'Recovered, so these can be replayed now', jobs: ready, shown: SHOWN },
    { title: 'Waiting for recovery', jobs: waiting, shown: SHOWN_WAITING },
    { title: titleWithoutJobs(toDo, delivered, jobs), jobs: delivered, shown: delivered.length },
  ].filter(({ jobs }) => jobs.length > 0)
  const hidden = sections.reduce((sum, one) => sum + Math.max(0, one.jobs.length - one.shown), 0)
  const recovered = isLoaded ? countRecovered(toDo.filter, receivers) : 0
  const shared = { range, company, receivers, both: missing }
  const parts = [toDo.receiversQuery, followUpsResult, ordersResult]
  return (
    <OverviewCard
      title={title}
      action={
        <div className={classes.choices}>
          {filterSelect}
          {company !== undefined && <ReplayJobs jobs={jobsOfAll(others, ready)} {...shared} />}
          <Link to="/receivers">All receivers</Link>
        </div>
      }
    >
      {news}
      <Failures failed={failed} parts={parts} />
      {isLoading ? (
        <LoadingRows label="Loading what is still missing…" rows={4} />
      ) : (
        <Summary toDo={toDo} summary={summaryOf(toDo, jobs, delivered)} older={older} />
      )}
      {ready.length > 0 && (
        <div className={classes.recovered}>
          <p>{summariseRecovered(ready, company === undefined)}</p>
          <ReplayJobs jobs={unsentJobs(ready).map(({ job }) => job)} {...shared} />
        </div>
      )}
      <UnsentEvents jobs={others} {...shared} />
      <div ref={rows}>
        {sections.map(({ title, jobs, shown }) => (
          <Fragment key={title}>
            {(sections.length > 1 || jobs !== others) && (
              <h3 className={classes.heading}>{title}</h3>
            )}
            <ol className={classes.jobs}>
              {jobs.slice(0, shown).map(job => (
                <Job key={job.receiver} job={job} {...shared} />
              ))}
            </ol>
          </Fragment>
        ))}
      </div>
      {(hidden > 0 || recovered > 0) && (
        <CardNote>
          {hidden > 0 && (
            <>
              <Link to="/receivers">{formatCount(hidden, 'more receiver', 'more receivers')}</Link>
              {'. '}
            </>
          )}
          {recovered > 0 && (
            <>
              <Link to="/receivers" search={{ state: 'recovered' }}>
                {formatCount(recovered, 'receiver', 'receivers')}
              </Link>{' '}
              {plural(recovered, 'has recovered and misses', 'have recovered and miss')} nothing
              from these days.
            </>
          )}
        </CardNote>
      )}
    </OverviewCard>
  )
}

/** Without the parts, receivers would look as if they still fail, nobody had taken them and nothing waited for them. */
function Failures({ failed, parts }: Pick<ToDos, 'failed'> & { parts: UseQueryResult<unknown>[] }) {
  const lacking = parts.filter(({ isError }) => isError)
  const [query] = lacking
  if (failed) return <CardFailure query={failed} list={failed.list} />
  if (query === undefined) return null
  return (
    <FailedReadNotice query={{ ...query, refetch: () => lacking.map(one => one.refetch()) }}>
      This card may lack states of receivers, follow-ups and waiting replays.
    </FailedReadNotice>
  )
}

type SummaryProps = Pick<ToDoCardProps, 'toDo' | 'older'> & {
  summary: ReturnType<typeof summaryOf>
}

/** One paragraph, so that the rows don't move when the reading ends. */
function Summary({ toDo, summary: [sizes, worst], older }: SummaryProps) {
  const times = useTimes()
  const readings = toDo.both.map(({ control }) => control.reading)
  const progress = toDo.both.flatMap(({ list, reading, control: { error } }) =>
    formatPart(list, { reading, error }, times.moment),
  )
  const isReading = progress.length > 0 && readings.every(reading => !reading?.problem)
  const age = toDo.isRead && progress.length === 0 ? formatAge(readings, times.brief) : ''
  if (!(sizes || progress.length > 0 || older)) return null
  return (
    <CardNote>
      {/* With a key, because a browser takes a text that moves to another line for a shift of the page. */}
      <span
        key={`${sizes} ${worst} ${age} ${progress.join(' ')}`}
        data-reading={isReading || undefined}
      >
        {sizes}{' '}
        <span className={classes.wideOnly}>
          {worst} {age}
        </span>{' '}
        {progress.join(' ')}
      </span>{' '}
      {older}
    </CardNote>
  )
}

function summaryOf(
  { both, filter, isLoaded, isRead }: ToDos,
  jobs: ToDo[],
  delivered: ToDo[],
): [sizes: string, worst: string] {
  if (jobs.length > 0) return summariseToDos(jobs, totals(jobs, both))
  if (!(isLoaded && isRead) || (filter.company === undefined && delivered.length > 0))
    return ['', '']
  return [
    filter.follow_up === undefined
      ? 'Nothing to do: everything that failed in these days has arrived since or was marked as handled.'
      : 'No receiver that misses events has this follow-up.',
    '',
  ]
}

function titleWithoutJobs({ filter }: ToDos, { length }: ToDo[], jobs: ToDo[]): string {
  if (filter.company !== undefined) return 'Nothing is missing from these days'
  const all = formatCount(length + jobs.length, 'receiver', 'receivers')
  const share = filter.follow_up === 'mine' ? ` at ${formatNumber(length)} of your ${all}` : ''
  return `Nothing is missing any more${share}`
}

/** All receivers and events of both lists, of which the jobs are the largest. */
function totals(jobs: ToDo[], both: Missing[]) {
  const isCut = both.some(({ query }) => (query.data?.count ?? 0) > TO_DO_GROUPS.size)
  const most = Math.max(...both.map(({ query }) => query.data?.count ?? 0))
  return {
    receivers: isCut ? Math.max(most, jobs.length) : jobs.length,
    events: both.reduce((sum, { query }) => sum + (query.data?.events ?? 0), 0),
  }
}

/** Creates one draft for everything that receivers still miss. */
function ReplayJobs({ jobs, range, company, both, label }: JobsProps & { label?: string }) {
  const groups = jobs.flatMap(job => sendableGroups(job, both))
  const [list = null, ...otherLists] = new Set(groups.map(group => group.list))
  const receivers = [...new Set(groups.map(({ group }) => group.name))]
  const count = groups.reduce((sum, { group }) => sum + group.missing, 0)
  const matching = { company, state: 'missing' as const }
  if (count === 0) return null
  return (
    <ReplayMatches
      filter={{
        ...requestedDates(range),
        ...matching,
        list: otherLists.length > 0 ? null : list,
        receivers,
      }}
      count={count}
      label={
        label ?? (
          <>
            Replay <span className={classes.wideOnly}>{count > 1 && 'all '}</span>
            {formatNumber(count)}{' '}
            <span className={classes.wideOnly}>
              {plural(count, 'event', 'events')} of{' '}
              {formatCount(receivers.length, 'receiver', 'receivers')}
            </span>
          </>
        )
      }
      lacks={null}
      obstacle={obstacleOf(both, groups)}
      from={ListSearch.parse({ ...range, ...matching })}
    />
  )
}

/** How many events of failing receivers wait in no replay, and a draft of both lists that can wait until these recover. */
function UnsentEvents({ jobs, ...shared }: JobsProps) {
  const sendable = jobs.filter(job => sendableGroups(job, shared.both).length > 0)
  const unsent = unsentJobs(sendable)
  if (unsent.length === 0) return null
  const events = unsent.reduce((sum, one) => sum + one.events, 0)
  return (
    <div className={`${classes.recovered} ${classes.unsent}`}>
      <p>{describeUnsent(unsent, shared.receivers)}</p>
      <ReplayJobs
        jobs={unsent.map(({ job }) => job)}
        label={`Send ${events === 1 ? '1 event' : `all ${formatNumber(events)} events`} when ${plural(unsent.length, 'it recovers', 'they recover')}`}
        {...shared}
      />
    </div>
  )
}
