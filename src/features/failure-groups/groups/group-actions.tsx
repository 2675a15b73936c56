import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { EventGroup, GroupBy, ListedEvent } from '../../../../contract/events.ts'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { type MessageEvent, messageEvent } from '../../customer-message/message-event.ts'
import { eventPayload, eventText } from '../../event/event-json.ts'
import { changeView, type ListProps, type ListSearch } from '../../event/list/list-search.ts'
import { knownFailure } from '../../event/newest-evidence.ts'
import { placeOn } from '../../failed-events/drawer/event-steps.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { fetchEvents, rangeParameters } from '../../range/events-query.ts'
import { pageOf } from '../../range/listed-row.ts'
import { ReplayMatches } from '../replay-matches.tsx'
import classes from './groups-of-range.module.css'
import * as messages from './messages.ts'

export type GroupActionsProps = Pick<ListProps, 'list' | 'search'> & {
  group: EventGroup
  by: GroupBy
  /** The events that were grouped. */
  filter: EventsFilter
  hasPayloads: boolean
  /** Why nothing can be done with whole groups yet; null if it can. */
  obstacle: string | null
}

/** How many other events may show that a cause is gone: the newest ones do. */
const MAX_EVIDENCE = 5_000

/**
 * Replays the missing events. If none is missing, a menu has the replay, whose draft skips all of them unless a
 * person includes them.
 */
export function GroupActions(props: GroupActionsProps) {
  const { group, by, filter, list, search, hasPayloads, obstacle } = props
  const { events, missing } = group
  const client = useQueryClient()
  const isPart = missing > 0 && missing < events
  const isDone = missing === 0
  const ofGroup: EventsFilter = {
    ...filter,
    [by]: group.name,
    state: isPart ? 'missing' : (filter.state ?? 'all'),
  }
  const replay = (
    <ReplayMatches
      list={list}
      filter={ofGroup}
      count={isPart ? missing : events}
      label={
        isPart
          ? messages.replayMissing(missing)
          : isDone
            ? messages.replayGroupAgain
            : messages.replayGroup
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
      <MessageButton
        isInTable
        hasLabel={isDone}
        obstacle={obstacle}
        list={list}
        events={async () => (await fetchEvents(ofGroup)).map(aboutEvent)}
        evidence={async () => {
          const all = { ...rangeParameters(list, search), state: 'all' as const }
          return (await fetchEvents(all, { most: MAX_EVIDENCE })).map(aboutEvent)
        }}
        loadPayload={async ({ listed }) => {
          if (listed === undefined) return undefined
          const page = await client.fetchQuery(failedEventsQuery(list, listed.page))
          const place = placeOn(page, listed.key)
          return place < 0 ? undefined : eventPayload(eventText(page.text, place))
        }}
      />
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

function aboutEvent(event: ListedEvent): MessageEvent {
  const { call, failed_at, outcome, receiver_url: url, state } = event
  const failure = knownFailure(
    { outcome: outcome && { ...outcome, cause: outcome.cause ?? null } },
    state,
  )
  return {
    ...messageEvent(
      { call, failed_at },
      {
        failure,
        url,
        deliveredAt: state?.state === 'delivered' ? state.at : null,
        isHandled: state?.state === 'handled',
      },
    ),
    listed: { key: event.key, page: pageOf(event) },
  }
}

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
