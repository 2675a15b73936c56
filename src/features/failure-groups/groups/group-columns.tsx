import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { UNKNOWN_COMPANY } from '../../../../contract/event-page.ts'
import type { EventGroup, EventGroups, GroupBy } from '../../../../contract/events.ts'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import type { FollowUpKey } from '../../../../contract/follow-up.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { formatNames } from '../../../../contract/text/names.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { useTimes } from '../../../format/times.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { type Column, countColumn } from '../../../ui/table/column.ts'
import { aboutMatches } from '../../customer-message/about-events.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { CompanyLink } from '../../event/company-link.tsx'
import { changeList, type ListProps, type ListSearch } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { FollowUpActions } from '../../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import { useReceivers } from '../../receivers/queries/receivers-query.ts'
import { StateWithReason } from '../../receivers/state/receiver-state.tsx'
import { ReplayMatches } from '../../replays/selection/replay-matches.tsx'
import classes from './groups-of-range.module.css'
import barClasses from './time-bars.module.css'

type GroupColumnOptions = Omit<GroupActionsProps, 'group' | 'hasPayloads'> & {
  /** undefined until the groups are loaded. */
  data: EventGroups | undefined
  times: Times
  /** Where the bars of the groups begin and the last one ends, in ms since 1970. */
  starts: number[]
  /** On tablets, the names need the width of the bars. */
  isTablet: boolean
}

/** Each cell begins with the company, whatever the groups are. */
const NAME_COLUMNS: Record<GroupBy, string> = {
  receiver: 'Receiver, with its companies and causes',
  company: 'Company, with its causes and receivers',
  cause: 'Cause, with its companies and receivers',
}

export function groupColumns(options: GroupColumnOptions): Column<EventGroup>[] {
  const { by, data, times, starts, obstacle, isTablet } = options
  const bars = data?.results.flatMap(group => group.bars) ?? []
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  const hasPayloads = data?.has_payloads ?? true
  const columns: Column<EventGroup>[] = [
    {
      id: 'name',
      header: NAME_COLUMNS[by],
      isRowHeader: true,
      sortFirst: 'ascending',
      width: 'minmax(0, 2fr)',
      cell: group => <GroupName group={group} by={by} />,
    },
    countColumn(
      { id: 'events', header: 'Missing', width: '86px' },
      ({ missing }) => missing,
      ({ missing }) =>
        missing === 0 ? <span className={classes.none}>None</span> : <b>{formatNumber(missing)}</b>,
    ),
    countColumn({ id: 'failed', header: 'Failed', width: '76px' }, ({ events }) => events),
    countColumn(
      { id: 'calls', header: 'Calls', width: '84px' },
      ({ calls }) => calls,
      ({ calls }) => (calls === 0 ? '–' : formatNumber(calls)),
    ),
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
      cell: group => <GroupActions {...{ group, by, hasPayloads, obstacle }} />,
    },
  ]
  return columns.filter(({ id }) => id !== 'calls' || data?.calls_differ)
}

/** Events that name no company have no page. */
function isNamed(company: string | undefined): company is string {
  return company !== undefined && company !== UNKNOWN_COMPANY
}

/** The cause if the groups are those of causes, otherwise the customer first. The receiver comes last. */
function GroupName({ group, by }: { group: EventGroup; by: GroupBy }) {
  const { search } = useList()
  const receiversByName = useReceivers()
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
      {!isCause && of.companies === 1 && isNamed(companies[0]) && (
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
        <div
          className={classes.receiver}
          title={receivers.map(shownReceiver).join(', ')}
          translate="no"
        >
          {formatNames(receivers.map(shownReceiver), of.receivers)}
        </div>
        {only && <StateWithReason receiver={{ ...only, live: null }} />}
      </div>
      {by !== 'cause' && (
        <FollowUpLine
          about={{ kind: by, value: group.name }}
          related={relatedTo(group, by)}
          last={group.last}
        />
      )}
    </div>
  )
}

/** "today 08:00–14:17", or with both days if they differ. These are not the times of the causes of failed replays. */
function FirstAndLast({ group: { first, last, failed_again } }: { group: EventGroup }) {
  const times = useTimes()
  if (first === null || last === null) return <span>Unknown</span>
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
      {failed_again > 0 && (
        <div className={classes.since}>
          {formatNumber(failed_again)} failed again in a replay since
        </div>
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

type GroupActionsProps = {
  group: EventGroup
  by: GroupBy
  hasPayloads: boolean
  /** Why nothing can be done with whole groups yet; null if it can. */
  obstacle: string | null
}

/**
 * Replays the missing events. If none is missing, a menu has the replay, whose draft skips all of them unless a
 * person includes them.
 */
function GroupActions(props: GroupActionsProps) {
  const { group, by, hasPayloads, obstacle } = props
  const { search, filter } = useList()
  const { events, missing } = group
  const isPart = missing > 0 && missing < events
  const isDone = missing === 0
  const ofGroup: EventsFilter = {
    ...filter,
    [by]: group.name,
    state: isPart ? 'missing' : (filter.state ?? 'all'),
  }
  const replay = (
    <ReplayMatches
      filter={ofGroup}
      count={isPart ? missing : events}
      label={
        isPart
          ? `Replay ${formatNumber(missing)} missing`
          : isDone
            ? 'Replay again…'
            : 'Replay this group'
      }
      lacks={!hasPayloads ? 'payload' : group.has_receiver ? null : 'receiver'}
      obstacle={obstacle}
      describedBy={groupId(group)}
      from={searchOfGroup(search, by, group)}
    />
  )
  return (
    <div className={classes.actions}>
      {!isDone && replay}
      <MessageButton isInTable obstacle={obstacle} {...aboutMatches(ofGroup)} />
      {isDone && (
        <PopoverButton isPlain isIconOnly label={MORE_ACTIONS} title={MORE_ACTIONS} icon={DOTS}>
          {() => replay}
        </PopoverButton>
      )}
      {by !== 'cause' && (
        <FollowUpActions
          about={{ kind: by, value: group.name }}
          related={relatedTo(group, by)}
          last={group.last}
          missing={missing}
        />
      )}
    </div>
  )
}

/** The companies of a receiver, or the receivers of a company. */
function relatedTo(
  { companies, receivers }: EventGroup,
  by: 'receiver' | 'company',
): FollowUpKey[] {
  return by === 'receiver'
    ? companies.map(({ name }) => ({ kind: 'company', value: name }))
    : receivers.map(({ name }) => ({ kind: 'receiver', value: name }))
}

const MORE_ACTIONS = 'More actions for this group'
const DOTS = <IconDots size={16} aria-hidden />

/** The list of the events of a group. */
function searchOfGroup(search: ListProps['search'], by: GroupBy, group: EventGroup): ListSearch {
  return changeList(search, { view: 'all', sort: undefined, [by]: group.name })
}

function groupId(group: EventGroup): string {
  return `group-${encodeURIComponent(group.name)}`
}

type TimeBarsProps = {
  group: Pick<EventGroup, 'bars' | 'events'>
  /** Where each bar begins and the last one ends, in ms since 1970. */
  starts: number[]
  /** The highest bar of all groups that are shown, so that bars can be compared. */
  highest: number
}

/** Shows when the events of a group failed, as bars from the first day to the last. */
function TimeBars({ group: { bars, events }, starts, highest }: TimeBarsProps) {
  const times = useTimes()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const busiest = starts[bars.findIndex(({ count }) => count === most)] ?? starts[0] ?? 0
  const time = times.brief(new Date(busiest).toISOString())
  const name = `Most at ${time}: ${formatNumber(most)} of ${formatNumber(events)}`
  // One path for all bars of a colour, because hundreds of groups have some thirty bars each.
  const path = (part: 'count' | 'missing') =>
    bars
      .map(({ [part]: count }, slot) => {
        const top = 1 - Math.max(0.08, count / highest)
        return count === 0 ? '' : `M${slot + 0.1} 1V${top.toFixed(3)}h0.8V1z`
      })
      .join('')
  return (
    <div className={barClasses.chart}>
      <svg
        className={barClasses.bars}
        role="img"
        aria-label={name}
        viewBox={`0 0 ${bars.length} 1`}
        preserveAspectRatio="none"
      >
        <title>{name}</title>
        {/* The missing events are in front of all of them, so that the others are above. */}
        <path d={path('count')} data-part="recovered" />
        <path d={path('missing')} data-part="missing" />
      </svg>
      <span className={barClasses.most} aria-hidden>
        max. {formatNumber(most)}
      </span>
    </div>
  )
}
