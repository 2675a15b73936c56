import { Link } from '@tanstack/react-router'
import type { EventGroup, GroupBy } from '../../../../contract/events.ts'
import type { Receiver } from '../../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { formatNames } from '../../../../contract/text/names.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { CompanyLink } from '../../event/company-link.tsx'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import { StateWithReason } from '../../receivers/state/state-with-reason.tsx'
import { GroupActions, type GroupActionsProps, groupId, searchOfGroup } from './group-actions.tsx'
import classes from './groups-of-range.module.css'
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

/** Each cell begins with the company, whatever the groups are. */
const NAME_COLUMNS: Record<GroupBy, string> = {
  receiver: 'Receiver, with its companies and causes',
  company: 'Company, with its causes and receivers',
  cause: 'Cause, with its companies and receivers',
}

export function groupKey({ name }: EventGroup): string {
  return name
}

export function groupColumns(options: GroupColumnOptions): Column<EventGroup>[] {
  const { by, times, starts, highest, hasCalls, isTablet } = options
  const columns: Column<EventGroup>[] = [
    {
      id: 'name',
      header: NAME_COLUMNS[by],
      isRowHeader: true,
      sortFirst: 'ascending',
      width: 'minmax(0, 2fr)',
      cell: group => <GroupName group={group} {...options} />,
    },
    {
      id: 'events',
      header: 'Missing',
      align: 'end',
      width: isTablet ? '108px' : '132px',
      sortFirst: 'descending',
      cardLabel: 'Missing',
      cell: ({ missing, events }) =>
        missing === 0 ? (
          <span className={classes.none}>None of {formatNumber(events)}</span>
        ) : (
          <>
            <b>{formatNumber(missing)}</b> of {formatNumber(events)}
          </>
        ),
    },
    {
      id: 'calls',
      header: 'Calls',
      align: 'end',
      width: '84px',
      sortFirst: 'descending',
      cardLabel: 'Calls',
      cell: ({ calls }) => (calls === 0 ? '–' : formatNumber(calls)),
    },
    {
      id: 'last',
      header: `First and last (${times.zone})`,
      width: isTablet ? '138px' : '13%',
      sortFirst: 'descending',
      cardLabel: 'First and last',
      cell: group => <FirstAndLast group={group} />,
    },
    {
      id: 'over_time',
      header: 'Over time',
      isHiddenAtFirst: isTablet,
      cell: group =>
        group.first !== null && <TimeBars group={group} starts={starts} highest={highest} />,
    },
    {
      id: 'replay',
      header: 'Replay',
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
          {formatCauses(causes, of.causes)}
        </div>
      )}
      <div className={classes.receivers}>
        <div className={classes.receiver} title={receivers.join(', ')} translate="no">
          {formatNames(receivers, of.receivers)}
        </div>
        {only && <StateWithReason receiver={{ ...only, live: null }} />}
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
  if (first === null || last === null) return <span>Unknown</span>
  return <Moments first={first} last={last} />
}

function Moments({ first, last }: { first: string; last: string }) {
  const times = useTimes()
  const [begin, end] = [dayAndTime(times.brief(first)), dayAndTime(times.brief(last))]
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

/** @param brief as `Times.brief` formats it: without a day for today */
function dayAndTime(brief: string): { day: string; time: string } {
  const [day, time] = brief.split(', ')
  return time === undefined ? { day: 'today', time: brief } : { day: `${day},`, time }
}

/** "Timed out · Answered 500, an error on its side · +3 causes": a cause may contain a comma. */
function formatCauses([first, second]: string[], of: number): string {
  const more = of > 2 ? `+${formatCount(of - 2, 'cause', 'causes')}` : undefined
  return [first, second, more].filter(part => part !== undefined).join(' · ')
}
