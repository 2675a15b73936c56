import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReplayRunPage } from '../../../contract/replay.ts'
import { formatCount } from '../../../contract/text/count.ts'
import { JUST_LOADED_MS, queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'
import { useTimes } from '../../format/times.ts'
import {
  CardFailure,
  CardLoading,
  CardNote,
  OverviewCard,
} from '../overview/card/overview-card.tsx'
import { RunList } from '../overview/cards/running-replays-card.tsx'
import { standingOrdersQuery } from '../replays/waiting/standing-orders-query.ts'
import classes from './company-page.module.css'

const LATEST = 5
const RELOAD_EVERY_MS = 5_000

type CompanyReplaysProps = {
  name: string
  /** The names of its receivers. */
  receivers: string[]
}

/** The latest replays with events of a company, and what waits for its receivers. */
export function CompanyReplays({ name, receivers }: CompanyReplaysProps) {
  const times = useTimes()
  const query = useQuery({
    queryKey: [...queryKeys.allReplayRuns, 'company', name],
    staleTime: JUST_LOADED_MS,
    refetchInterval: RELOAD_EVERY_MS,
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams({ page_size: String(LATEST), company: name })
      return request(ReplayRunPage, `/gateway/replays?${asked}`, { signal })
    },
  })
  const { data: all } = useQuery(standingOrdersQuery)
  const orders = all?.results.filter(({ receiver }) => receivers.includes(receiver)) ?? []
  const runs = query.data?.results
  return (
    <OverviewCard title="Replays" isShort action={<Link to="/replays">All replays</Link>}>
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label="Loading replays…" rows={0} />}
      {orders.length > 0 && (
        <ul className={classes.rows} aria-label="Standing orders">
          {orders.map(({ run_id, receiver, events, who, ends_at }) => (
            <li key={`${run_id} ${receiver}`}>
              <p>
                <Link to="/replays/waiting">
                  {formatCount(events, 'event waits', 'events wait')} until the receiver recovers
                </Link>
              </p>
              <p>
                <span translate="no">{receiver}</span>
                {who !== null && `, ${who}`}, until {times.brief(ends_at)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {runs?.length === 0 && orders.length === 0 && (
        <CardNote>Nobody has replayed events of this company.</CardNote>
      )}
      {runs && <RunList runs={runs} />}
    </OverviewCard>
  )
}
