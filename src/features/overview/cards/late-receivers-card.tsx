import { queryOptions, useQuery } from '@tanstack/react-query'
import { LateReceivers } from '../../../../contract/receiver.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { formatLateness } from '../../../format/durations.ts'
import { CardFailure } from '../card/card-failure.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import classes from './late-receivers-card.module.css'

const ASK_EVERY_MS = 30_000

const lateReceiversQuery = queryOptions({
  queryKey: queryKeys.lateReceivers,
  refetchInterval: ASK_EVERY_MS,
  queryFn: async ({ signal }) =>
    (await request(LateReceivers, '/gateway/receivers/late', { signal })).results,
})

/** Receivers that hold up their own events; there is no such card while there are none. */
export function LateReceiversCard() {
  const query = useQuery(lateReceiversQuery)
  if (query.data === undefined && !query.isError) return null
  if (query.data?.length === 0) return null
  return (
    <OverviewCard title="Late deliveries">
      {query.isError && <CardFailure query={query} />}
      <ul className={classes.receivers}>
        {query.data?.map(({ receiver, late_s }) => (
          <li key={receiver}>
            <strong className={classes.host} translate="no">
              {receiver}
            </strong>{' '}
            <span>{formatLateness(late_s)}</span>
          </li>
        ))}
      </ul>
      <CardNote>
        These receivers do not answer, and more waits for them than they could take. Redial tries
        one event at a time until a receiver answers, and then sends the rest. It skips none.
      </CardNote>
    </OverviewCard>
  )
}
