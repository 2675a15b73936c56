import { IconClockPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { UNKNOWN_RECEIVER } from '../../../../contract/event/receiver-of.ts'
import type { EventGroup } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Receiver } from '../../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { useTimes } from '../../../format/times.ts'
import button from '../../../ui/row-button.module.css'
import type { ReplayObstacle } from '../../event/event-row.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../../event/list/list-link.tsx'
import { formatLoadObstacle } from '../../failure-groups/load-messages.ts'
import { FollowUpActions } from '../../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import { ReceiverName } from '../../receivers/receiver-link.tsx'
import { formatSince, StateChip, stateReason } from '../../receivers/state/receiver-state.tsx'
import { isTrying, standingOrdersQuery } from '../../replays/waiting/standing-orders-query.ts'
import { MissingActions } from './missing-actions.tsx'
import {
  countPlanned,
  describeWait,
  formatCauses,
  formatEarlierCauses,
  plannedIn,
  type ToDo,
} from './to-do.ts'
import classes from './to-do-card.module.css'
import type { Missing, ToDos } from './use-to-dos.ts'

export type JobsProps = Pick<ToDos, 'range'> & {
  company: string | undefined
  jobs: ToDo[]
  receivers: ReadonlyMap<string, Receiver>
  both: Record<FailedEventList, Missing>
}

function lackOf(hasPayloads: boolean | undefined, group: EventGroup): ReplayObstacle | null {
  if (hasPayloads === false) return 'payload'
  return group.has_receiver ? null : 'receiver'
}

/** Why the shown numbers of missing events may still grow, or are those of a part; null if neither. */
export function obstacleOf(both: JobsProps['both'], groups: ToDo['groups']): string | null {
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

export function sendableGroups({ groups }: ToDo, both: JobsProps['both']) {
  return groups.filter(
    ({ list, group }) => lackOf(both[list].query.data?.has_payloads, group) === null,
  )
}

type JobProps = Omit<JobsProps, 'jobs'> & { job: ToDo }

/** What to do about a receiver. */
export const Job = memo(function Job({ job, range, company, receivers, both }: JobProps) {
  const { receiver, groups, causes, since, last, companies, further } = job
  const times = useTimes()
  const state = receivers.get(receiver)
  const followUp = {
    about: { kind: 'receiver', value: receiver } as const,
    related: companies.map(name => ({ kind: 'company' as const, value: name })),
    last,
    missing: job.missing,
  }
  const missing = groups.map(({ list, group }) => ({
    ...{ list, count: group.missing },
    lacks: lackOf(both[list].query.data?.has_payloads, group),
  }))
  const isPart = groups.some(({ list }) => both[list].reading?.is_complete === false)
  const { order, planned, waitsIn } = useWaitingReplay(job)
  return (
    <li className={classes.job}>
      <div className={classes.who}>
        <ReceiverName
          // The page of a company has its name.
          companies={company === undefined ? companies : []}
          further={further}
          range={range}
        >
          {receiver === UNKNOWN_RECEIVER ? (
            <>
              {receiver}.{' '}
              <Link to="/settings" preload={false}>
                Set receivers in Settings
              </Link>
            </>
          ) : (
            <Link to="/receivers" search={{ receiver }} preload={false} translate="no">
              {shownReceiver(receiver)}
            </Link>
          )}
        </ReceiverName>
      </div>
      <div className={classes.what}>
        <p className={classes.why}>
          {state && (job.missing === 0 || ['recovered', 'working'].includes(state.state))
            ? [
                stateReason(job.missing === 0 ? state : { ...state, live: null }, times),
                ...formatEarlierCauses(causes),
              ].join('. ')
            : formatCauses(causes, state?.failures ? state.cause : null)}
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
          {since !== null && ` ${formatSince(since, times, range.from, isPart)}`}
          {last !== null && last !== since && (
            <span className={classes.last}>, newest {times.brief(last)}</span>
          )}
        </span>{' '}
        {state && (
          <span className={classes.state}>
            <StateChip receiver={state} />
          </span>
        )}
        {planned && (
          <p>
            <Link to="/replays/$runId" params={{ runId: planned.replay.run_id }}>
              {formatCount(planned.events, 'event', 'events')}
            </Link>{' '}
            {describeWait(planned.events, order, state?.state ?? 'failing', times)}
          </p>
        )}
        <FollowUpLine {...followUp} />
      </div>
      <div className={classes.actions}>
        <MissingActions
          {...{ receiver, company, range, missing }}
          obstacle={obstacleOf(both, groups)}
          canReplay={waitsIn === undefined}
        >
          <FollowUpActions {...followUp} />
          {waitsIn && (
            <Link
              to="/replays/$runId"
              params={{ runId: waitsIn.run_id }}
              className={button.button}
              data-size="xs"
              preload={false}
            >
              <IconClockPause size={14} aria-hidden />
              Show replay
            </Link>
          )}
        </MissingActions>
      </div>
    </li>
  )
})

/** The replay in which missing events of a receiver wait: until it recovers, or for a person. */
function useWaitingReplay(job: ToDo) {
  const { results = [], paused = [] } = useQuery(standingOrdersQuery).data ?? {}
  const [order] = plannedIn(job, results.filter(isTrying))
  const planned = order ?? plannedIn(job, paused)[0]
  // Another replay would skip them.
  const waitsIn = countPlanned(job) === job.missing ? planned?.replay : undefined
  return { order: order?.replay, planned, waitsIn }
}
