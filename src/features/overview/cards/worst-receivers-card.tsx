import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { WaitNotice } from '../../request-errors/wait-notice.tsx'
import { CardFailure } from '../card/card-failure.tsx'
import { CardLoading } from '../card/card-loading.tsx'
import { ListLink } from '../card/list-link.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import * as messages from '../messages.ts'
import type { WorstReceiver } from './worst-receivers.ts'
import classes from './worst-receivers-card.module.css'
import { MAX_EVENTS_READ, worstReceiversQuery } from './worst-receivers-query.ts'

const SHOWN = 5

/** The receivers with the most failures today, with the causes. */
export function WorstReceiversCard({ today }: { today: CalendarDate }) {
  const query = useQuery(worstReceiversQuery(today))
  const { data } = query
  const others = Math.max(0, (data?.receivers.length ?? 0) - SHOWN)
  return (
    <OverviewCard
      title={messages.worstReceiversTitle}
      action={
        <ByReceiver range={{ from: addDays(today, -6), to: today }}>
          {messages.lastSevenDays}
        </ByReceiver>
      }
      about={data?.isComplete === false && messages.ofTheNewest(MAX_EVENTS_READ)}
    >
      <WaitNotice reason={query.failureReason} />
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label={messages.loadingFailures} rows={4} />}
      {data?.receivers.length === 0 && <CardNote>{messages.nothingFailed}</CardNote>}
      {data && data.receivers.length > 0 && (
        <ol className={classes.receivers}>
          {data.receivers.slice(0, SHOWN).map(receiver => (
            <Receiver
              key={receiver.receiver}
              worst={receiver}
              most={data.receivers[0]?.count ?? 1}
              today={today}
            />
          ))}
        </ol>
      )}
      {others > 0 && (
        <CardNote>
          <ByReceiver range={{ from: today, to: today }}>
            {messages.moreWithFailures(others)}
          </ByReceiver>
        </CardNote>
      )}
    </OverviewCard>
  )
}

/** Links to the failed calls of these days, grouped by receiver, most failures first. */
function ByReceiver({ range, children }: { range: DateRange; children: ReactNode }) {
  return (
    <Link to="/failed-calls" search={{ ...range, view: 'groups', by: 'receiver' }}>
      {children}
    </Link>
  )
}

type ReceiverProps = { worst: WorstReceiver; most: number; today: CalendarDate }

function Receiver({ worst: { receiver, count, byList, causes }, most, today }: ReceiverProps) {
  const [main, ...rest] = causes
  return (
    <li className={classes.receiver}>
      <strong className={classes.host} translate="no">
        {receiver}
      </strong>
      <span className={classes.counts}>
        {FailedEventList.options.map(
          list =>
            byList[list] > 0 && (
              <ListLink
                key={list}
                list={list}
                range={{ from: today, to: today }}
                receiver={receiver}
              >
                {formatNumber(byList[list])} {listNoun(list, byList[list])}
              </ListLink>
            ),
        )}
      </span>
      <span className={classes.cause}>
        {main && rest.length > 0 ? messages.causeAmongOthers(main.words, main.count) : main?.words}
      </span>
      <span
        className={classes.bar}
        style={{ '--share': `${(100 * count) / most}%` } as CSSProperties}
        aria-hidden
      />
    </li>
  )
}
