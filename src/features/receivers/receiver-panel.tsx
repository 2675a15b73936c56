import { useQuery } from '@tanstack/react-query'
import { type ReceiverSetting, receiverName } from '../../../contract/receiver.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { OutcomeList, OutcomeTotals } from './health/outcome-list.tsx'
import { ReceiverHealth } from './health/receiver-health.tsx'
import { receiverOutcomesQuery } from './queries/receivers-query.ts'
import classes from './receiver-panel.module.css'
import { ReceiverTest } from './test/receiver-test.tsx'

type ReceiverPanelProps = {
  /** Its `receiverName`. */
  receiver: string
  settings: ReceiverSetting[]
}

/** The details of one receiver: whether it is reachable, and the outcomes of its replays. */
export function ReceiverPanel({ receiver, settings }: ReceiverPanelProps) {
  const ofReceiver = settings.filter(({ url }) => receiverName(url) === receiver)
  return (
    <div className={classes.panel}>
      {ofReceiver.length > 0 && (
        <p className={classes.numbers}>
          Takes the events of{' '}
          <span translate="no">
            {ofReceiver.map(({ tracking_number }) => formatPhoneNumber(tracking_number)).join(', ')}
          </span>{' '}
          without a URL of their own.
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

function Outcomes({ receiver }: { receiver: string }) {
  const { data, error, isFetching, refetch } = useQuery(receiverOutcomesQuery(receiver))
  return (
    <section>
      <h3>Replays to this receiver</h3>
      {data ? (
        <>
          <ReceiverHealth outcomes={data} />
          <div className={classes.totals}>
            <OutcomeTotals title="Last 24 hours" counts={data.last_24_hours} />
            <OutcomeTotals title="Last 7 days" counts={data.last_7_days} />
          </div>
          {data.recent.length > 0 ? (
            <OutcomeList outcomes={data.recent} />
          ) : (
            <p className={classes.none}>Nobody on this account has replayed an event to it yet.</p>
          )}
        </>
      ) : error ? (
        <RequestFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <LoadingRows label="Loading its replays…" rows={3} />
      )}
    </section>
  )
}
