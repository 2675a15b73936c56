import { Link } from '@tanstack/react-router'
import type { ReceiverHealth } from '../../../../contract/receiver.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { type Times, useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { changeView, type ListProps } from '../../event/list/list-search.ts'
import type { FailureGroup } from '../../range/failure-group.ts'
import { HealthNote } from '../../receivers/health/health-note.tsx'
import classes from './group-table.module.css'
import { ReplayEvents } from './replay-events.tsx'
import { TimeBars } from './time-bars.tsx'
import type { TimeSlots } from './time-slots.ts'

type GroupColumnOptions = Pick<ListProps, 'list' | 'search'> & {
  times: Times
  slots: TimeSlots
  health: ReadonlyMap<string, ReceiverHealth>
}

export function groupKey({ receiver, cause }: FailureGroup): string {
  return `${receiver}\n${cause}`
}

export function groupColumns(options: GroupColumnOptions): Column<FailureGroup>[] {
  const { list, search, times, slots, health } = options
  return [
    {
      id: 'receiver',
      header: 'Receiver and cause',
      isRowHeader: true,
      sortFirst: 'ascending',
      width: 'minmax(0, 2fr)',
      cell: group => (
        <div id={groupId(group)}>
          <Link
            to="."
            search={{
              ...changeView(search, 'all'),
              receiver: group.receiver,
              cause: group.cause,
            }}
            className={classes.receiver}
            translate="no"
            resetScroll
            preload={false}
          >
            {group.receiver}
          </Link>
          <div>{group.cause}</div>
          <div className={classes.companies} translate="no">
            {companiesWords(group.companies)}
          </div>
          <HealthNote health={health.get(group.receiver)} failedAt={group.last} />
        </div>
      ),
    },
    {
      id: 'events',
      header: 'Events',
      align: 'end',
      width: '92px',
      sortFirst: 'descending',
      cardLabel: 'Events',
      cell: ({ events }) => formatNumber(events.length),
    },
    {
      id: 'calls',
      header: 'Calls',
      align: 'end',
      width: '92px',
      sortFirst: 'descending',
      cardLabel: 'Calls',
      cell: ({ calls }) => (calls === 0 ? '–' : formatNumber(calls)),
    },
    {
      id: 'last',
      header: `First and last (${times.zone})`,
      width: '17%',
      sortFirst: 'descending',
      cardLabel: 'First and last',
      cell: group => <FirstAndLast group={group} />,
    },
    {
      id: 'over_time',
      header: 'Over time',
      cell: ({ first, events }) =>
        first !== null && <TimeBars moments={events.map(({ at }) => at)} slots={slots} />,
    },
    {
      id: 'replay',
      header: 'Replay',
      isFixed: true,
      width: '206px',
      cell: group => (
        <ReplayEvents
          list={list}
          search={search}
          events={group.events}
          label="Replay this group"
          describedBy={groupId(group)}
        />
      ),
    },
  ]
}

function groupId(group: FailureGroup): string {
  return `group-${encodeURIComponent(groupKey(group))}`
}

function FirstAndLast({ group: { first, last } }: { group: FailureGroup }) {
  if (first === null || last === null) return <span>Not told</span>
  return (
    <>
      <Moment at={first} />
      {last !== first && (
        <>
          {' to '}
          <Moment at={last} />
        </>
      )}
    </>
  )
}

function Moment({ at }: { at: number }) {
  const stamp = new Date(at).toISOString()
  const words = useTimes().brief(stamp)
  return (
    <time className={classes.moment} dateTime={stamp}>
      {words.includes(',') ? words : `today, ${words}`}
    </time>
  )
}

/** "Acme Cars", "Acme Cars and Bela Motors", "Acme Cars, Bela Motors and 3 others" */
function companiesWords([first, second, ...others]: string[]): string {
  if (first === undefined || second === undefined) return first ?? ''
  if (others.length === 0) return `${first} and ${second}`
  const more = others.length === 1 ? '1 other' : `${formatNumber(others.length)} others`
  return `${first}, ${second} and ${more}`
}
