import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FailedEventList } from '../../../contract/failed-event.ts'
import type { Receiver } from '../../../contract/receiver.ts'
import { formatCount } from '../../../contract/text/count.ts'
import { useTimes } from '../../format/times.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { formatLoadObstacle, loadingList } from '../failure-groups/load-messages.ts'
import { FollowUpActions } from '../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../follow-up/follow-up-line.tsx'
import { MissingActions } from '../overview/cards/missing-actions.tsx'
import { eventsQuery, rangeParameters } from '../range/events-query.ts'
import type { ReadingControl } from '../range/use-reading.ts'
import { countMissing } from '../receivers/open-receiver.tsx'
import { isActive, useWaitingOrders } from '../replays/waiting/standing-orders-query.ts'
import classes from './receivers-page.module.css'

export function followUpOf(receiver: Receiver) {
  return {
    about: { kind: 'receiver' as const, value: receiver.receiver },
    related: receiver.companies.map(name => ({ kind: 'company' as const, value: name })),
    missing: countMissing(receiver),
  }
}

type ReceiverActionsProps = {
  of: Receiver
  range: DateRange
  controls: Record<FailedEventList, ReadingControl>
}

/** Who deals with a receiver, which of its events wait in a replay, and what can be done about what it misses. */
export function ReceiverActions({ of, controls, range }: ReceiverActionsProps) {
  const { receiver } = of
  const times = useTimes()
  const orders = useWaitingOrders().filter(order => order.receiver === receiver)
  const lacks = {
    call_events_fail: useLack('call_events_fail', { of, controls, range }),
    transcription_events_fail: useLack('transcription_events_fail', { of, controls, range }),
  }
  const missing = FailedEventList.options.flatMap(list =>
    of.missing[list] > 0 ? { list, count: of.missing[list], lacks: lacks[list] } : [],
  )
  const obstacles = missing.map(({ list }) => {
    const { reading } = controls[list]
    // A replay needs the current events, so it waits until days that were read before are read again.
    return reading === undefined || reading.is_reading
      ? loadingList(list)
      : formatLoadObstacle(list, reading)
  })
  return (
    <>
      {orders.map(order => (
        <p key={order.run_id}>
          <Link to="/replays/$runId" params={{ runId: order.run_id }}>
            {formatCount(order.events, 'event waits', 'events wait')}
          </Link>{' '}
          {isActive(order)
            ? `until the receiver recovers, at most until ${times.brief(order.ends_at)}`
            : 'for a person'}
        </p>
      ))}
      <FollowUpLine {...followUpOf(of)} />
      <div className={classes.actions}>
        <MissingActions
          receiver={receiver}
          range={range}
          missing={missing}
          obstacle={obstacles.find(one => one !== null) ?? null}
          audience="operator"
        >
          <FollowUpActions {...followUpOf(of)} />
        </MissingActions>
      </div>
    </>
  )
}

/** What the missing events of a list lack for a replay; null also until that is known. */
function useLack(list: FailedEventList, { of, controls, range }: ReceiverActionsProps) {
  const { receiver, missing } = of
  const filter = { ...rangeParameters(list, range), receiver, state: 'missing' as const }
  const version = missing[list] > 0 ? controls[list].version : undefined
  const { data } = useQuery(eventsQuery(filter, { page: 1, size: 1 }, version))
  return data?.has_payloads === false ? ('payload' as const) : null
}
