import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { type ReceiverSetting, receiverName } from '../../../contract/receiver.ts'
import { formatLateness } from '../../format/durations.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import * as messages from './health/messages.ts'
import { OutcomeList, OutcomeTotals } from './health/outcome-list.tsx'
import { ReceiverHealth } from './health/receiver-health.tsx'
import { ReceiverStateChip } from './health/receiver-state-chip.tsx'
import { type MissingAtReceiver, shownState } from './health/shown-state.ts'
import { knownReceiversQuery, receiverOutcomesQuery } from './queries/receivers-query.ts'
import classes from './receiver-panel.module.css'
import { ReceiverTest } from './test/receiver-test.tsx'

type ReceiverPanelProps = {
  /** Its `receiverName`. */
  receiver: string
  settings: ReceiverSetting[]
  missing?: MissingToday | undefined
}

/** The events of today that a receiver still lacks, if the page knows them. */
export type MissingToday = MissingAtReceiver & { list: ReactNode }

/** The details of one receiver: its state, what it still lacks, whether it is reachable, and the outcomes of its replays. */
export function ReceiverPanel({ receiver, settings, missing }: ReceiverPanelProps) {
  const id = useId()
  const ofReceiver = settings.filter(({ url }) => receiverName(url) === receiver)
  return (
    <div className={classes.panel}>
      <div className={classes.state}>
        <State receiver={receiver} missing={missing} />
        {missing && (
          <section aria-labelledby={id}>
            <h3 id={id}>{messages.missingToday}</h3>
            {missing.list}
            <p className={classes.none}>{messages.replayToDeliver}</p>
          </section>
        )}
      </div>
      {ofReceiver.length > 0 && (
        <p className={classes.numbers}>
          {messages.takesEventsOf}{' '}
          <span translate="no">
            {ofReceiver.map(({ tracking_number }) => formatPhoneNumber(tracking_number)).join(', ')}
          </span>{' '}
          {messages.withoutOwnUrl}
        </p>
      )}
      <ReceiverTest
        key={receiver}
        receiver={receiver}
        url={ofReceiver[0]?.url ?? `https://${receiver}`}
      />
      <Outcomes receiver={receiver} />
    </div>
  )
}

const NEVER_REPLAYED = {
  state: 'unknown',
  last_delivery: null,
  fails_since: null,
  works_since: null,
} as const

function State({ receiver, missing }: Pick<ReceiverPanelProps, 'receiver' | 'missing'>) {
  const { data } = useQuery(knownReceiversQuery)
  if (data === undefined) return null
  const known = data.find(({ receiver: name }) => name === receiver)
  const own = known ?? NEVER_REPLAYED
  return (
    <p>
      <ReceiverStateChip receiver={{ ...own, state: shownState(own, missing) }} />{' '}
      {known?.late_s != null && formatLateness(known.late_s)}
    </p>
  )
}

function Outcomes({ receiver }: { receiver: string }) {
  const { data, error, isFetching, refetch } = useQuery(receiverOutcomesQuery(receiver))
  return (
    <section>
      <h3>{messages.replaysToReceiver}</h3>
      {data ? (
        <>
          <ReceiverHealth outcomes={data} />
          <div className={classes.totals}>
            <OutcomeTotals title={messages.last24Hours} counts={data.last_24_hours} />
            <OutcomeTotals title={messages.last7Days} counts={data.last_7_days} />
          </div>
          {data.recent.length > 0 ? (
            <OutcomeList outcomes={data.recent} />
          ) : (
            <p className={classes.none}>{messages.neverReplayed}</p>
          )}
        </>
      ) : error ? (
        <RequestFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <LoadingRows label={messages.loadingReplays} rows={3} />
      )}
    </section>
  )
}
