import { Link } from '@tanstack/react-router'
import type { EventGroup, GroupBy } from '../../../../contract/events.ts'
import type { Receiver } from '../../../../contract/receiver.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatNames } from '../../../../contract/text/names.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { CompanyLink } from '../../event/company-link.tsx'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import { StateWithReason } from '../../receivers/state/state-with-reason.tsx'
import { GroupActions, type GroupActionsProps, groupId, searchOfGroup } from './group-actions.tsx'
import classes from './groups-of-range.module.css'
import * as messages from './messages.ts'
import { TimeBars } from './time-bars.tsx'

type GroupColumnOptions = Omit<GroupActionsProps, 'group'> & {
  by: GroupBy
  times: Times
  /** Where the bars of the groups begin and the last one ends, in ms since 1970. */
  starts: number[]
  /** The highest of these bars. */
  highest: number
  receiversByName: ReadonlyMap<string, Receiver>
  /** Whether a group has a different number of calls than of events. */
  hasCalls: boolean
  /** On tablets, the names need the width of the bars. */
  isTablet: boolean
}

export function groupKey({ name }: EventGroup): string {
  return name
}

export function groupColumns(options: GroupColumnOptions): Column<EventGroup>[] {
  const { by, times, starts, highest, hasCalls, isTablet } = options
  const columns: Column<EventGroup>[] = [
    {
      id: 'name',
      header: messages.NAME_COLUMNS[by],
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
        missing === 0 ? (
          <span className={classes.none}>{messages.noneOf(events)}</span>
        ) : (
          <>
            <b>{formatNumber(missing)}</b> of {formatNumber(events)}
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
      cell: group =>
        group.first !== null && <TimeBars group={group} starts={starts} highest={highest} />,
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

type GroupNameProps = Pick<GroupColumnOptions, 'search' | 'by' | 'receiversByName'> & {
  group: EventGroup
}

/** The cause if the groups are those of causes, otherwise the customer first. The receiver comes last. */
function GroupName({ group, search, by, receiversByName }: GroupNameProps) {
  const { of } = group
  const companies = group.companies.map(({ name }) => name)
  const causes = group.causes.map(({ name }) => name)
  const receivers = group.receivers.map(({ name }) => name)
  const only = of.receivers === 1 ? receiversByName.get(receivers[0] ?? '') : undefined
  const isCause = by === 'cause'
  return (
    <div id={groupId(group)}>
      <Link
        to="."
        search={searchOfGroup(search, by, group)}
        className={classes.company}
        translate={isCause ? undefined : 'no'}
        resetScroll
        preload={false}
      >
        {isCause ? group.name : formatNames(companies, of.companies)}
      </Link>
      {!isCause && of.companies === 1 && companies[0] !== undefined && (
        <>
          {' '}
          <CompanyLink
            className={classes.page}
            name={companies[0]}
            label="Company page"
            range={search}
          />
        </>
      )}
      {isCause ? (
        <div className={classes.causes} title={companies.join(', ')} translate="no">
          {formatNames(companies, of.companies)}
        </div>
      ) : (
        <div className={classes.causes} title={causes.join(' · ')}>
          {messages.causes(causes, of.causes)}
        </div>
      )}
      <div className={classes.receivers}>
        <div className={classes.receiver} title={receivers.join(', ')} translate="no">
          {formatNames(receivers, of.receivers)}
        </div>
        {only && <StateWithReason receiver={only} />}
      </div>
      {by !== 'cause' && (
        <FollowUpLine
          about={{ kind: by, value: group.name }}
          companies={by === 'receiver' ? companies : []}
        />
      )}
    </div>
  )
}

/** "today 08:00–14:17", or with both days if they differ. */
function FirstAndLast({ group: { first, last } }: { group: EventGroup }) {
  if (first === null || last === null) return <span>{messages.unknownTime}</span>
  return <Moments first={first} last={last} />
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
