import { IconDots } from '@tabler/icons-react'
import type { EventGroup, GroupBy } from '../../../../contract/events.ts'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { aboutMatches } from '../../customer-message/about-events.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { changeView, type ListProps, type ListSearch } from '../../event/list/list-search.ts'
import { FollowUpActions } from '../../follow-up/follow-up-actions.tsx'
import { ReplayMatches } from '../replay-matches.tsx'
import classes from './groups-of-range.module.css'

export type GroupActionsProps = Pick<ListProps, 'list' | 'search'> & {
  group: EventGroup
  by: GroupBy
  /** The events that were grouped. */
  filter: EventsFilter
  hasPayloads: boolean
  /** Why nothing can be done with whole groups yet; null if it can. */
  obstacle: string | null
}

/**
 * Replays the missing events. If none is missing, a menu has the replay, whose draft skips all of them unless a
 * person includes them.
 */
export function GroupActions(props: GroupActionsProps) {
  const { group, by, filter, search, hasPayloads, obstacle } = props
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
      {by !== 'cause' && <FollowUpActions about={{ kind: by, value: group.name }} />}
    </div>
  )
}

const MORE_ACTIONS = 'More actions for this group'
const DOTS = <IconDots size={16} aria-hidden />

/** The list of the events of a group. */
export function searchOfGroup(
  search: ListProps['search'],
  by: GroupBy,
  group: EventGroup,
): ListSearch {
  return { ...changeView(search, 'all'), [by]: group.name }
}

export function groupId(group: EventGroup): string {
  return `group-${encodeURIComponent(group.name)}`
}
