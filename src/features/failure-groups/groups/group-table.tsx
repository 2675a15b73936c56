import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useId, useMemo, useState } from 'react'
import type { ReceiverHealth } from '../../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { useTimes } from '../../../format/times.ts'
import { changeView, type ListProps } from '../../event/list/list-search.ts'
import { LIST_WORDS } from '../../event/list/list-words.ts'
import type { FailureGroup } from '../../range/failure-group.ts'
import { HealthNote } from '../../receivers/health/health-note.tsx'
import { useReceiversHealth } from '../../receivers/queries/receivers-health-query.ts'
import { readGroupSort, sortedGroups } from './group-sort.ts'
import classes from './group-table.module.css'
import { ReplayEvents } from './replay-events.tsx'
import { SortHead } from './sort-head.tsx'
import { TimeBars } from './time-bars.tsx'
import { type TimeSlots, timeSlots } from './time-slots.ts'

const GROUPS_AT_A_TIME = 20

type GroupTableProps = ListProps & {
  groups: FailureGroup[]
  /** How many events they have together. */
  count: number
  isBusy: boolean
}

/** The events by receiver and cause. */
export function GroupTable({ groups, count, isBusy, ...props }: GroupTableProps) {
  const { search, onSearch } = props
  const times = useTimes()
  const { one, many } = LIST_WORDS[props.list]
  const [most, setMost] = useState(GROUPS_AT_A_TIME)
  const slots = useMemo(() => timeSlots(search, times.startOf), [search, times])
  const sort = readGroupSort(search.sort)
  const sorted = useMemo(() => sortedGroups(groups, sort), [groups, sort])
  const shown = sorted.slice(0, most)
  const health = useReceiversHealth(shown.map(({ receiver }) => receiver))
  const head = {
    sort,
    onSort: (text: string) => onSearch({ ...search, sort: text }, { replace: true }),
  }
  return (
    <>
      <table className={classes.table} aria-label="Groups of failures" aria-busy={isBusy}>
        <thead>
          <tr>
            <SortHead column="receiver" {...head}>
              Receiver and cause
            </SortHead>
            <SortHead column="events" first="descending" align="end" {...head}>
              Events
            </SortHead>
            <SortHead column="calls" first="descending" align="end" {...head}>
              Calls
            </SortHead>
            <SortHead column="last" first="descending" {...head}>
              First and last ({times.zone})
            </SortHead>
            <th scope="col">Over time</th>
            <th scope="col" data-column="replay">
              Replay
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(group => (
            <GroupRow
              key={`${group.receiver}\n${group.cause}`}
              group={group}
              slots={slots}
              health={health.get(group.receiver)}
              {...props}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        <p role="status">
          {formatCount(sorted.length, 'group', 'groups')} of {formatCount(count, one, many)}
        </p>
        {sorted.length > most && (
          <Button variant="default" size="xs" onClick={() => setMost(most + GROUPS_AT_A_TIME)}>
            Show more groups
          </Button>
        )}
      </div>
    </>
  )
}

type GroupRowProps = ListProps & {
  group: FailureGroup
  slots: TimeSlots
  health: ReceiverHealth | undefined
}

const GroupRow = memo(function GroupRow({ group, slots, health, ...props }: GroupRowProps) {
  const id = useId()
  const { receiver, cause, events, calls } = group
  return (
    <tr>
      <th scope="row" id={id}>
        <Link
          to="."
          search={{ ...changeView(props.search, 'all'), receiver, cause }}
          className={classes.receiver}
          translate="no"
          resetScroll
          preload={false}
        >
          {receiver}
        </Link>
        <div>{cause}</div>
        <div className={classes.companies} translate="no">
          {companiesWords(group.companies)}
        </div>
        <HealthNote health={health} failedAt={group.last} />
      </th>
      <td data-align="end" data-label="Events">
        {formatNumber(events.length)}
      </td>
      <td data-align="end" data-label="Calls">
        {calls === 0 ? '–' : formatNumber(calls)}
      </td>
      <td data-label="First and last">
        <FirstAndLast group={group} />
      </td>
      <td>
        {group.first !== null && <TimeBars moments={events.map(({ at }) => at)} slots={slots} />}
      </td>
      <td>
        <ReplayEvents
          list={props.list}
          search={props.search}
          events={events}
          label="Replay this group"
          describedBy={id}
        />
      </td>
    </tr>
  )
})

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
