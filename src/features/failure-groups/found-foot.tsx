import { type ListProps, requestedDates } from '../event/list/list-search.ts'
import type { EventFacts } from '../range/event-facts.ts'
import { SelectionFoot } from '../replays/selection/selection-foot.tsx'
import classes from './found-foot.module.css'
import { ReplayEvents } from './groups/replay-events.tsx'
import * as messages from './messages.ts'

type FoundFootProps = Pick<ListProps, 'list' | 'search'> & {
  found: EventFacts[]
  /** The number of searched events. */
  of: number
  /** Whether all matches are listed because none of them is missing. */
  isNoneMissing: boolean
}

/** The foot of the table, which stays visible: the number of events and the actions for them. */
export function FoundFoot({ list, search, found, of, isNoneMissing }: FoundFootProps) {
  return (
    <SelectionFoot list={list} {...requestedDates(search)} count={of}>
      <div className={classes.foot}>
        <p className={classes.summary} role="status">
          {found.length === of
            ? messages.allMatch(list, of)
            : messages.someMatch(list, found.length, of)}
          {isNoneMissing && ` ${messages.noneMissing}`}
        </p>
        <ReplayEvents
          list={list}
          search={search}
          events={found}
          label={messages.replayThese(found.length)}
        />
      </div>
    </SelectionFoot>
  )
}
