import { useMemo } from 'react'
import { type ListProps, requestedDates } from '../event/list/list-search.ts'
import type { EventFacts } from '../range/event-facts.ts'
import { filterOfState } from '../range/event-index.ts'
import { SelectionFoot } from '../replays/selection/selection-foot.tsx'
import type { StatesOfEvents } from '../replays/states/event-states-query.ts'
import { targetOf } from './all-events/event-table.tsx'
import classes from './found-foot.module.css'
import { ReplayEvents } from './groups/replay-events.tsx'
import * as messages from './messages.ts'

type FoundFootProps = Pick<ListProps, 'list' | 'search'> & {
  found: EventFacts[]
  /** The number of searched events. */
  of: number
  /** Why nothing can be done with all of them yet; null if it can. */
  obstacle: string | null
  /** Whether all matches are listed because none of them is missing. */
  isNoneMissing: boolean
  /** undefined until they are loaded. */
  states: StatesOfEvents | undefined
}

/** The foot of the table, which stays visible: the number of events and the actions for them. */
export function FoundFoot(props: FoundFootProps) {
  const { list, search, found, of, obstacle, isNoneMissing, states } = props
  const missing = useMemo(
    () => found.filter(({ read }) => filterOfState(states?.get(read.event.id)) === 'missing'),
    [found, states],
  )
  const isFiltered = found.length < of
  const matches = useMemo(
    () => (isFiltered ? () => found.map(targetOf) : undefined),
    [found, isFiltered],
  )
  const isPart = missing.length > 0 && missing.length < found.length
  return (
    <SelectionFoot
      list={list}
      {...requestedDates(search)}
      count={of}
      matches={matches}
      obstacle={obstacle}
    >
      <div className={classes.foot}>
        <p className={classes.summary} role="status">
          {found.length === of
            ? messages.allMatch(list, of)
            : messages.someMatch(list, found.length, of)}
          {isNoneMissing && obstacle === null && ` ${messages.noneMissing}`}
          {obstacle !== null && ` · ${obstacle}`}
        </p>
        <ReplayEvents
          list={list}
          search={search}
          events={isPart ? missing : found}
          loadObstacle={obstacle}
          label={
            isPart ? messages.replayMissing(missing.length) : messages.replayThese(found.length)
          }
        />
      </div>
    </SelectionFoot>
  )
}
