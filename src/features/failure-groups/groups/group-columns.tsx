import { Link } from '@tanstack/react-router'
import type { ReceiverHealth } from '../../../../contract/receiver.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { formatNames } from '../../../format/text.ts'
import { useTimes } from '../../../format/times.ts'
import type { Times } from '../../../format/times-in.ts'
import type { Column } from '../../../ui/table/column.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import type { ListProps } from '../../event/list/list-search.ts'
import type { EventFacts } from '../../range/event-facts.ts'
import { groupNames } from '../../range/failure-group.ts'
import { HealthNote } from '../../receivers/health/health-note.tsx'
import type { StatesOfEvents } from '../../replays/states/event-states-query.ts'
import { GroupActions, groupId, isMissing, searchOfGroup } from './group-actions.tsx'
import type { GroupRow } from './group-sort.ts'
import classes from './group-table.module.css'
import * as messages from './messages.ts'
import { TimeBars } from './time-bars.tsx'
import type { TimeSlots } from './time-slots.ts'

type GroupColumnOptions = Pick<ListProps, 'list' | 'search'> & {
  times: Times
  slots: TimeSlots
  health: ReadonlyMap<string, ReceiverHealth>
  /** All events of the range, which no filter leaves out. */
  all: EventFacts[]
  /** When the last of them failed, by receiver. */
  lastFailures: ReadonlyMap<string, number>
  /** undefined until they are loaded. */
  states: StatesOfEvents | undefined
  /** Why nothing can be done with whole groups yet; null if it can. */
  obstacle: string | null
  /** Whether a group has a different number of calls than of events. */
  hasCalls: boolean
  /** On tablets, the names need the width of the bars. */
  isTablet: boolean
}

export function groupKey({ name }: GroupRow): string {
  return name
}

export function groupColumns(options: GroupColumnOptions): Column<GroupRow>[] {
  const { search, times, slots, states, hasCalls, isTablet } = options
  const columns: Column<GroupRow>[] = [
    {
      id: 'name',
      header: messages.NAME_COLUMNS[search.by ?? 'receiver'],
      isRowHeader: true,
      sortFirst: 'ascending',
      width: 'minmax(0, 2fr)',
      cell: group => <GroupName group={group} {...options} />,
    },
    {
      id: 'events',
      header: messages.missingColumn,
      align: 'end',
      width: isTablet ? '108px' : '132px',
      sortFirst: 'descending',
      cardLabel: messages.missingColumn,
      cell: ({ missing, events }) =>
        missing === null ? (
          <>
            <span aria-hidden>–</span>
            <span className={visuallyHidden.only}>{messages.unknown}</span>{' '}
            {messages.ofAll(events.length)}
          </>
        ) : missing === 0 ? (
          <span className={classes.none}>{messages.noneOf(events.length)}</span>
        ) : (
          <>
            <b>{formatNumber(missing)}</b> of {formatNumber(events.length)}
          </>
        ),
    },
    {
      id: 'calls',
      header: messages.callsColumn,
      align: 'end',
      width: '84px',
      sortFirst: 'descending',
      cardLabel: messages.callsColumn,
      cell: ({ calls }) => (calls === 0 ? '–' : formatNumber(calls)),
    },
    {
      id: 'last',
      header: messages.firstAndLastColumn(times.zone),
      width: isTablet ? '138px' : '13%',
      sortFirst: 'descending',
      cardLabel: messages.firstAndLast,
      cell: group => <FirstAndLast group={group} />,
    },
    {
      id: 'over_time',
      header: messages.overTimeColumn,
      isHiddenAtFirst: isTablet,
      cell: ({ first, events, missing }) =>
        first !== null && (
          <TimeBars
            events={events}
            slots={slots}
            isMissing={missing === null ? undefined : event => isMissing(event, states)}
          />
        ),
    },
    {
      id: 'replay',
      header: messages.replayColumn,
      isFixed: true,
      width: isTablet ? '232px' : '240px',
      cell: group => <GroupActions group={group} {...options} />,
    },
  ]
  return columns.filter(({ id }) => id !== 'calls' || hasCalls)
}

type GroupNameProps = Pick<GroupColumnOptions, 'search' | 'health' | 'lastFailures'> & {
  group: GroupRow
}

/** The cause if the groups are those of causes, otherwise the customer first. The receiver comes last. */
function GroupName({ group, search, health, lastFailures }: GroupNameProps) {
  const { companies, causes, receivers } = groupNames(group)
  const [receiver] = receivers
  const isCause = group.by === 'cause'
  return (
    <div id={groupId(group)}>
      <Link
        to="."
        search={searchOfGroup(search, group)}
        className={classes.company}
        translate={isCause ? undefined : 'no'}
        resetScroll
        preload={false}
      >
        {isCause ? group.name : formatNames(companies)}
      </Link>
      {isCause ? (
        <div className={classes.causes} title={companies.join(', ')} translate="no">
          {formatNames(companies)}
        </div>
      ) : (
        <div className={classes.causes} title={causes.join(' · ')}>
          {messages.causes(causes)}
        </div>
      )}
      <div className={classes.receivers}>
        <div className={classes.receiver} title={formatNames(receivers)} translate="no">
          {formatNames(receivers)}
        </div>
        {receivers.length === 1 && receiver !== undefined && (
          <HealthNote
            health={health.get(receiver)}
            failedAt={lastFailures.get(receiver) ?? group.last}
          />
        )}
      </div>
    </div>
  )
}

/** "today 08:00–14:17", or with both days if they differ. */
function FirstAndLast({ group: { first, last } }: { group: GroupRow }) {
  if (first === null || last === null) return <span>{messages.unknownTime}</span>
  return <Moments first={new Date(first).toISOString()} last={new Date(last).toISOString()} />
}

function Moments({ first, last }: { first: string; last: string }) {
  const times = useTimes()
  const [begin, end] = [
    messages.dayAndTime(times.brief(first)),
    messages.dayAndTime(times.brief(last)),
  ]
  const isOneDay = begin.day === end.day
  return (
    <>
      <time className={classes.moment} dateTime={first}>
        {begin.day} {begin.time}
      </time>
      {last !== first && (
        <>
          {isOneDay ? '–' : ' '}
          <span className={classes.moment}>
            {!isOneDay && 'to '}
            <time dateTime={last}>{isOneDay ? end.time : `${end.day} ${end.time}`}</time>
          </span>
        </>
      )}
    </>
  )
}
