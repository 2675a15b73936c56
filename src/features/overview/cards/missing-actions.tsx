import type { ReactNode } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Audience } from '../../../../contract/message/message-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import type { ReplayObstacle } from '../../event/event-row.ts'
import { eventNoun } from '../../event/list/list-labels.ts'
import { type DateRange, ListSearch, requestedDates } from '../../event/list/list-search.ts'
import { ReplayMatches } from '../../replays/selection/replay-matches.tsx'
import classes from './to-do-card.module.css'

type MissingActionsProps = {
  receiver: string
  company?: string | undefined
  range: DateRange
  /** Only lists in which events are missing. */
  missing: { list: FailedEventList; count: number; lacks: ReplayObstacle | null }[]
  /** Why nothing can be done about all of them yet; null if it can. */
  obstacle: string | null
  audience?: Audience
  canReplay?: boolean
  /** Other actions. */
  children: ReactNode
}

/** A message about what a receiver misses in both lists, and a replay of it. */
export function MissingActions(props: MissingActionsProps) {
  const { receiver, company, range, missing, obstacle, audience, canReplay = true } = props
  const matching = { receiver, company, state: 'missing' as const }
  const filter = { ...requestedDates(range), ...matching }
  const sendable = missing.filter(({ lacks }) => lacks === null)
  const [first, ...others] = sendable.length > 0 ? sendable : missing
  const count = others.reduce((sum, one) => sum + one.count, first?.count ?? 0)
  return (
    <>
      {missing.length > 0 && (
        <MessageButton
          isInTable
          hasLabel
          audience={audience}
          obstacle={obstacle}
          events={missing.map(({ list }) => ({ ...filter, list }))}
        />
      )}
      {props.children}
      {first && canReplay && (
        <ReplayMatches
          filter={{ ...filter, list: others.length > 0 ? null : first.list }}
          count={count}
          label={
            <>
              Replay {formatNumber(count)}{' '}
              <span className={classes.wideOnly}>
                {others.length > 0 ? 'events' : eventNoun(first.list, count)}
              </span>
            </>
          }
          lacks={first.lacks}
          obstacle={obstacle}
          from={ListSearch.parse({ ...range, ...matching })}
        />
      )}
    </>
  )
}
