import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { EventGroup } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { TO_DO_GROUPS } from '../../../../contract/overview.ts'
import type { Receiver } from '../../../../contract/receiver.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { useTimes } from '../../../format/times.ts'
import { inOrder, useLastingOrder } from '../../../ui/table/use-lasting-order.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import type { ReplayObstacle } from '../../event/event-row.ts'
import { eventNoun, listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import { ListSearch, requestedDates } from '../../event/list/list-search.ts'
import { formatLoadObstacle, formatPart } from '../../failure-groups/load-messages.ts'
import { FollowUpActions } from '../../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import { findFollowUp, useFollowUps, useMe } from '../../follow-up/use-follow-up.ts'
import { rangeParameters } from '../../range/events-query.ts'
import { ReceiverName } from '../../receivers/receiver-name.tsx'
import { formatSince, stateReason } from '../../receivers/state/state-messages.ts'
import { StateChip } from '../../receivers/state/state-with-reason.tsx'
import { ReplayMatches } from '../../replays/selection/replay-matches.tsx'
import {
  isTrying,
  standingOrdersQuery,
  useWaitingOrders,
} from '../../replays/waiting/standing-orders-query.ts'
import { CardFailure, CardLoading, CardNote, OverviewCard } from '../card/overview-card.tsx'
import { DeliveredReceivers } from './delivered-receivers.tsx'
import {
  deliveredReceivers,
  formatCauses,
  summariseRecovered,
  summariseToDos,
  summariseUnsent,
  type ToDo,
  toDos,
  unsentJobs,
} from './to-do.ts'
import classes from './to-do-card.module.css'
import type { Missing, ToDos } from './use-to-dos.ts'

const SHOWN = 8

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
  const { range, both, missing, receivers, isLoaded, isLoading, isRead, failed } = toDo
  const times = useTimes()
  const { company, follow_up } = toDo.filter
  const groupsOf = (list: FailedEventList) => missing[list].query.data?.results ?? []
  // The second list to come would change their order.
  const jobs = isLoaded
    ? toDos({
        call_events_fail: groupsOf('call_events_fail'),
        transcription_events_fail: groupsOf('transcription_events_fail'),
      })
    : []
  const followUps = useFollowUps() ?? []
  const delivered = deliveredReceivers(follow_up, followUps, receivers, useMe())
  // The worst first, but what somebody has dealt with last.
  const isDone = (receiver: string) =>
    findFollowUp(followUps, { kind: 'receiver', value: receiver })?.state === 'done'
  const ids = jobs.map(({ receiver }) => receiver)
  const rows = useRef<HTMLDivElement>(null)
  const order = useLastingOrder(rows, {
    all: ids.toSorted((one, other) => Number(isDone(one)) - Number(isDone(other))),
    // A replay would probably arrive. If all that a receiver lacks is older than a week, it may be working.
    recovered: ids.filter(id => ['recovered', 'working'].includes(receivers.get(id)?.state ?? '')),
  })
  const ordered = inOrder(jobs, ({ receiver }) => receiver, order.all)
  const ready = ordered.filter(job => order.recovered.includes(job.receiver))
  const others = ordered.filter(job => !ready.includes(job))
  const progress = both.flatMap(({ list, control }) => formatPart(list, control, times.moment))
  // One paragraph, so that the rows don't move when the reading ends.
  const notes = [
    ...(jobs.length > 0 ? [summariseToDos(jobs, totals(jobs, both))] : []),
    ...progress,
  ]
  const hidden = [ready, others].reduce((sum, { length }) => sum + Math.max(0, length - SHOWN), 0)
  const shared = { range, company, receivers, both: missing }
  return (
    <OverviewCard
      title={title}
      action={
        <div className={classes.choices}>
          {filterSelect}
          {company !== undefined && ready.length < jobs.length && (
            <ReplayJobs jobs={jobs} {...shared} />
          )}
          <Link to="/receivers">All receivers</Link>
        </div>
      }
    >
      {news}
      {failed && (
        <CardFailure
          query={{
            error: failed.error,
            isFetching: failed.query.isFetching,
            refetch: () => {
              failed.control.readAgain()
              void failed.query.refetch()
            },
          }}
        />
      )}
      {isLoading ? (
        <CardLoading label="Loading what is still missing…" rows={4} />
      ) : (
        notes.length > 0 && <CardNote>{notes.join(' ')}</CardNote>
      )}
      {isLoaded && isRead && jobs.length + delivered.length === 0 && (
        <CardNote>
          {follow_up === undefined
            ? 'Nothing to do: everything that failed in these days has arrived since or was marked as handled.'
            : 'No receiver that misses events has this follow-up.'}
        </CardNote>
      )}
      {older}
      {ready.length > 0 && (
        <div className={classes.recovered}>
          <p>{summariseRecovered(ready, company === undefined)}</p>
          <ReplayJobs jobs={ready} {...shared} />
        </div>
      )}
      <UnsentEvents jobs={others} {...shared} />
      <div ref={rows}>
        {others.length > 0 && (
          <>
            {ready.length > 0 && <h3 className={classes.heading}>Failing</h3>}
            <Jobs jobs={others.slice(0, SHOWN)} {...shared} />
          </>
        )}
        {ready.length > 0 && (
          <>
            <h3 className={classes.heading}>Recovered, so these can be replayed now</h3>
            <Jobs jobs={ready.slice(0, SHOWN)} {...shared} />
          </>
        )}
      </div>
      <DeliveredReceivers
        receivers={isLoaded ? delivered : []}
        range={range}
        filter={follow_up}
        others={jobs.length}
      />
      {hidden > 0 && (
        <CardNote>
          <Link to="/receivers">{formatCount(hidden, 'more receiver', 'more receivers')}</Link>
        </CardNote>
      )}
    </OverviewCard>
  )
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

type JobsProps = Pick<ToDos, 'range'> & {
  company: string | undefined
  jobs: ToDo[]
  receivers: ReadonlyMap<string, Receiver>
  both: Record<FailedEventList, Missing>
}

function Jobs({ jobs, ...shared }: JobsProps) {
  return (
    <ol className={classes.jobs}>
      {jobs.map(job => (
        <Job key={job.receiver} job={job} {...shared} />
      ))}
    </ol>
  )
}

function lackOf(hasPayloads: boolean | undefined, group: EventGroup): ReplayObstacle | null {
  if (hasPayloads === false) return 'payload'
  return group.has_receiver ? null : 'receiver'
}

/** Why the shown numbers of missing events may still grow, or are those of a part; null if neither. */
function obstacleOf(both: JobsProps['both'], groups: ToDo['groups']): string | null {
  for (const { list, query } of Object.values(both)) {
    const reading = query.data?.reading
    if (reading === undefined) continue
    // A list that nobody reads any more doesn't hold up the other one.
    const isEnded = reading.problem !== null || reading.is_stopped
    const matters = !isEnded || groups.some(group => group.list === list)
    const obstacle = matters ? formatLoadObstacle(list, reading) : null
    if (obstacle !== null) return obstacle
  }
  return null
}

function sendableGroups({ groups }: ToDo, both: JobsProps['both']) {
  return groups.filter(
    ({ list, group }) => lackOf(both[list].query.data?.has_payloads, group) === null,
  )
}

/** Creates one draft for everything that several receivers still miss. One receiver has its own button. */
function ReplayJobs({ jobs, range, company, both, label }: JobsProps & { label?: string }) {
  const groups = jobs.flatMap(job => sendableGroups(job, both))
  const [list = null, ...otherLists] = new Set(groups.map(group => group.list))
  const receivers = [...new Set(groups.map(({ group }) => group.name))]
  const count = groups.reduce((sum, { group }) => sum + group.missing, 0)
  const matching = { company, state: 'missing' as const }
  if (jobs.length < 2 && label === undefined) return null
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
        label ??
        `Replay all ${formatCount(count, 'event', 'events')} of ${formatCount(receivers.length, 'receiver', 'receivers')}`
      }
      lacks={null}
      obstacle={obstacleOf(both, groups)}
      from={ListSearch.parse({ ...range, ...matching })}
    />
  )
}

/** How many events of failing receivers wait in no replay, and a draft of both lists that can wait until these recover. */
function UnsentEvents({ jobs, ...shared }: JobsProps) {
  const { paused = [] } = useQuery(standingOrdersQuery).data ?? {}
  const waiting = [...useWaitingOrders().filter(isTrying), ...paused]
  const sendable = jobs.filter(job => sendableGroups(job, shared.both).length > 0)
  const unsent = unsentJobs(sendable, waiting)
  if (unsent.length === 0) return null
  const events = unsent.reduce((sum, one) => sum + one.events, 0)
  const all = events === 1 ? '1 event' : `all ${formatNumber(events)} events`
  return (
    <div className={`${classes.recovered} ${classes.unsent}`}>
      <p>{summariseUnsent(unsent, shared.receivers)}</p>
      <ReplayJobs
        jobs={unsent.map(({ job }) => job)}
        label={`Send ${all} when ${plural(unsent.length, 'it recovers', 'they recover')}`}
        {...shared}
      />
    </div>
  )
}

function Job({ job, range, company, receivers, both }: Omit<JobsProps, 'jobs'> & { job: ToDo }) {
  const { receiver, groups, causes, since, last, companies, companyCount } = job
  const times = useTimes()
  const state = receivers.get(receiver)
  const further = companyCount === null ? null : 0
  const followUp = {
    about: { kind: 'receiver', value: receiver } as const,
    related: companies.map(name => ({ kind: 'company' as const, value: name })),
    last,
    missing: job.missing,
  }
  const missing = { receiver, company, state: 'missing' as const }
  const actions = groups.map(({ list, group }) => {
    return {
      count: group.missing,
      filter: { ...rangeParameters(list, range), ...missing },
      lacks: lackOf(both[list].query.data?.has_payloads, group),
    }
  })
  const obstacle = obstacleOf(both, groups)
  const sendable = actions.filter(({ lacks }) => lacks === null)
  const [replayed, ...others] = sendable.length > 0 ? sendable : actions
  const count = [replayed, ...others].reduce((sum, one) => sum + (one?.count ?? 0), 0)
  return (
    <li className={classes.job}>
      <div className={classes.who}>
        <ReceiverName
          // The page of a company has its name.
          companies={company === undefined ? companies : []}
          further={further}
          range={range}
        >
          <Link to="/receivers" search={{ receiver }} preload={false} translate="no">
            {shownReceiver(receiver)}
          </Link>
        </ReceiverName>
      </div>
      <div className={classes.what}>
        <p className={classes.why}>
          {state?.state === 'recovered' || state?.state === 'working'
            ? stateReason({ ...state, live: null }, times)
            : formatCauses(causes)}
        </p>
        <span>
          {groups.map(({ list, group }, at) => (
            <span key={list}>
              {at > 0 && ', '}
              <ListLink {...{ list, range, receiver, company }} state="missing">
                {formatNumber(group.missing)} {listNoun(list, group.missing)}
              </ListLink>
            </span>
          ))}
          {since !== null && ` ${formatSince(since, times, range.from)}`}
          {last !== null && last !== since && (
            <span className={classes.last}>, newest {times.brief(last)}</span>
          )}
        </span>{' '}
        {state && (
          <span className={classes.state}>
            <StateChip receiver={state} />
          </span>
        )}
        <WaitingEvents receiver={receiver} />
        <FollowUpLine {...followUp} />
      </div>
      <div className={classes.actions}>
        <MessageButton
          isInTable
          hasLabel
          obstacle={obstacle}
          events={actions.map(({ filter }) => filter)}
        />
        <FollowUpActions {...followUp} />
        {replayed && (
          <ReplayMatches
            {...replayed}
            filter={{ ...replayed.filter, list: others.length > 0 ? null : replayed.filter.list }}
            count={count}
            label={
              <>
                Replay {formatNumber(count)}{' '}
                <span className={classes.noun}>
                  {others.length > 0 ? 'events' : eventNoun(replayed.filter.list, count)}
                </span>
              </>
            }
            obstacle={obstacle}
            from={ListSearch.parse({ ...range, ...missing })}
          />
        )}
      </div>
    </li>
  )
}

/** The events of a receiver that wait in a replay until it recovers, or for a person. */
function WaitingEvents({ receiver }: { receiver: string }) {
  const { results: orders = [], paused = [] } = useQuery(standingOrdersQuery).data ?? {}
  const order = orders.find(one => one.receiver === receiver && isTrying(one))
  const replay = order ?? paused.find(one => one.receiver === receiver)
  if (replay === undefined) return null
  const wait = replay.events === 1 ? 'waits' : 'wait'
  return (
    <p>
      <Link to="/replays/$runId" params={{ runId: replay.run_id }}>
        {formatCount(replay.events, 'event', 'events')}
      </Link>{' '}
      {order ? 'will be replayed when it recovers' : `${wait} in a paused replay`}
    </p>
  )
}
