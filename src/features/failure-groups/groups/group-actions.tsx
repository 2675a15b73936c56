import { IconDots } from '@tabler/icons-react'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { messageEvent } from '../../customer-message/message-event.ts'
import { changeView, type ListProps, type ListSearch } from '../../event/list/list-search.ts'
import { knownFailure } from '../../event/newest-evidence.ts'
import type { EventFacts } from '../../range/event-facts.ts'
import { filterOfState } from '../../range/event-index.ts'
import type { StatesOfEvents } from '../../replays/states/event-states-query.ts'
import type { GroupRow } from './group-sort.ts'
import classes from './group-table.module.css'
import * as messages from './messages.ts'
import { ReplayEvents } from './replay-events.tsx'

type GroupActionsProps = Pick<ListProps, 'list' | 'search'> & {
  group: GroupRow
  /** undefined until they are loaded. */
  states: StatesOfEvents | undefined
  /** All events of the range, which no filter leaves out. */
  all: EventFacts[]
  /** Why nothing can be done with whole groups yet; null if it can. */
  obstacle: string | null
}

/**
 * Replays the missing events, or all events if that is unknown. If none is missing, a menu has the replay,
 * whose draft skips all of them unless a person includes them.
 */
export function GroupActions(props: GroupActionsProps) {
  const { group, all, list, search, states, obstacle } = props
  const { events, missing } = group
  const isPart = missing !== null && missing > 0 && missing < events.length
  const isDone = missing === 0
  const meant = () => (isPart ? events.filter(event => isMissing(event, states)) : events)
  const replay = (
    <ReplayEvents
      list={list}
      search={search}
      events={meant()}
      label={
        isPart
          ? messages.replayMissing(missing)
          : isDone
            ? messages.replayGroupAgain
            : messages.replayGroup
      }
      loadObstacle={obstacle}
      describedBy={groupId(group)}
      from={searchOfGroup(search, group)}
    />
  )
  return (
    <div className={classes.actions}>
      {!isDone && replay}
      {missing !== null && (
        <MessageButton
          isInTable
          hasLabel={isDone}
          obstacle={obstacle}
          list={list}
          events={() => messagesAbout(meant(), states)}
          evidence={() => messagesAbout(all, states)}
        />
      )}
      {isDone && (
        <PopoverButton
          isPlain
          isIconOnly
          label={messages.moreActions}
          title={messages.moreActions}
          icon={DOTS}
        >
          {() => replay}
        </PopoverButton>
      )}
    </div>
  )
}

const DOTS = <IconDots size={16} aria-hidden />

function messagesAbout(events: EventFacts[], states: StatesOfEvents | undefined) {
  return events.map(({ read: { event }, receiverUrl: url }) => {
    const state = states?.get(event.id)
    return messageEvent(event, {
      failure: knownFailure(event, state),
      url,
      deliveredAt: state?.state === 'delivered' ? state.at : null,
      isHandled: state?.state === 'handled',
    })
  })
}

export function isMissing(event: EventFacts, states: StatesOfEvents | undefined): boolean {
  return filterOfState(states?.get(event.read.event.id)) === 'missing'
}

/** The list of the events of a group. */
export function searchOfGroup(search: ListProps['search'], group: GroupRow): ListSearch {
  return { ...changeView(search, 'all'), [group.by]: group.name }
}

export function groupId(group: GroupRow): string {
  return `group-${encodeURIComponent(group.name)}`
}
