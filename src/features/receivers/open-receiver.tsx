import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { failureSummary } from '../../../contract/event/failure-cause.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { overviewRange } from '../../../contract/overview.ts'
import {
  type OutcomeCounts,
  type Receiver,
  ReceiverOutcomes,
  receiverName,
} from '../../../contract/receiver.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { request } from '../../api/request.ts'
import { Time } from '../../format/time.tsx'
import { useTimes } from '../../format/times.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { CallOfEvent } from '../event/call-of-event.tsx'
import { eventTitle } from '../event/event-identity.ts'
import { listNoun } from '../event/list/list-labels.ts'
import { ListLink } from '../event/list/list-link.tsx'
import { Snooze } from '../notices/snooze.tsx'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'
import missingLinksClasses from './missing-links.module.css'
import { receiverSettingsQuery, useReceivers } from './queries/receivers-query.ts'
import { ReceiverName } from './receiver-link.tsx'
import classes from './receiver-panel.module.css'
import listClasses from './state/outcome-list.module.css'
import { formatLive, StateWithReason } from './state/receiver-state.tsx'
import { ReceiverTest } from './test/receiver-test.tsx'

type OpenReceiverProps = {
  receiver: string | undefined
  onClose: () => void
  /** What to do about it, and what people have done so far. */
  actions?: (receiver: Receiver) => ReactNode
}

export function OpenReceiver({ receiver, onClose, actions }: OpenReceiverProps) {
  return (
    <SideDrawer
      {...RECEIVER_DRAWER}
      title={receiver === undefined ? 'Receiver' : <Title receiver={receiver} />}
      isOpen={receiver !== undefined}
      onClose={onClose}
    >
      {receiver !== undefined && <ReceiverPanel receiver={receiver} actions={actions} />}
    </SideDrawer>
  )
}

/** With its companies, as in lists. */
function Title({ receiver }: { receiver: string }) {
  const companies = useReceivers().get(receiver)?.companies ?? []
  return <ReceiverName companies={companies}>{shownReceiver(receiver)}</ReceiverName>
}

/** The drawer next to a list of receivers, with the form or with the details of one receiver. */
export const RECEIVER_DRAWER = {
  size: 'min(560px, 100vw)',
  backgroundOpacity: 0.35,
  // Close without an animation, because the content disappears from the URL immediately.
  transitionProps: { exitDuration: 0 },
}

type ReceiverPanelProps = Pick<OpenReceiverProps, 'actions'> & { receiver: string }

/** The details of one receiver: its state, what it still lacks, whether it is reachable, and the outcomes of its replays. */
function ReceiverPanel({ receiver, actions }: ReceiverPanelProps) {
  const id = useId()
  const { data: settings = [] } = useQuery(receiverSettingsQuery)
  const details = useReceivers().get(receiver)
  const ofReceiver = settings.filter(({ url }) => receiverName(url) === receiver)
  return (
    <div className={classes.panel}>
      <div className={classes.state}>
        {details && (
          <p>
            <StateWithReason receiver={details} />
          </p>
        )}
        {details?.live && details.state === 'failing' && (
          <p className={classes.none}>{formatLive(details.live)}.</p>
        )}
        {details && countMissing(details) > 0 && (
          <section className={classes.missing} aria-labelledby={id}>
            <h3 id={id}>Still missing from the last 7 days</h3>
            <span className={missingLinksClasses.counts}>
              {FailedEventList.options.map(
                list =>
                  details.missing[list] > 0 && <MissingLink key={list} list={list} of={details} />,
              )}
            </span>
          </section>
        )}
        {details && actions?.(details)}
        <Snooze receiver={receiver} />
      </div>
      {ofReceiver.length > 0 && (
        <p className={classes.numbers}>
          Receives events of{' '}
          <span translate="no">
            {ofReceiver.map(({ tracking_number }) => formatPhoneNumber(tracking_number)).join(', ')}
          </span>{' '}
          that have no URL of their own.
        </p>
      )}
      <section>
        <h3>Receiver test</h3>
        <p className={classes.about}>
          A test looks the receiver up, checks its certificate and waits for an answer. It sends no
          event.
        </p>
        <ReceiverTest key={receiver} receiver={receiver} url={ofReceiver[0]?.url} />
      </section>
      <Outcomes receiver={receiver} />
    </div>
  )
}

function Outcomes({ receiver }: { receiver: string }) {
  const query = useQuery({
    queryKey: ['receiver-outcomes', receiver],
    staleTime: 0,
    queryFn: ({ signal }) => {
      const path = `/gateway/receivers/outcomes${stringifySearch({ receiver })}`
      return request(ReceiverOutcomes, path, { signal })
    },
  })
  const { data } = query
  return (
    <section>
      <h3>Replays to this receiver</h3>
      {data ? (
        <>
          <div className={classes.totals}>
            <OutcomeTotals title="Last 24 hours" counts={data.last_24_hours} />
            <OutcomeTotals title="Last 7 days" counts={data.last_7_days} />
          </div>
          {data.recent.length === 0 ? (
            <p className={classes.none}>Nobody on this account has replayed an event to it yet.</p>
          ) : (
            <ol className={listClasses.outcomes}>
              {data.recent.map(outcome => (
                <li key={`${outcome.run_id} ${outcome.event_id}`}>
                  <Time stamp={outcome.at} />
                  <span data-tone={outcome.delivered ? 'good' : 'bad'}>
                    {outcome.delivered ? 'Delivered' : failureSummary(outcome)}
                  </span>
                  <div className={listClasses.event}>
                    <Link to="/replays/$runId" params={{ runId: outcome.run_id }}>
                      {eventTitle(outcome)}
                    </Link>
                    {outcome.call && <CallOfEvent call={outcome.call} />}
                  </div>
                </li>
              ))}
            </ol>
          )}
        </>
      ) : (
        <QueryWithoutData query={query} label="Loading its replays…" rows={3} />
      )}
    </section>
  )
}

function OutcomeTotals({ title, counts }: { title: string; counts: OutcomeCounts }) {
  const { delivered, failed } = counts
  return (
    <div className={listClasses.totals}>
      <h4>{title}</h4>
      {delivered + failed === 0 ? (
        <p className={listClasses.none}>No replays</p>
      ) : (
        <p>
          <span data-tone={delivered > 0 ? 'good' : undefined}>
            {formatNumber(delivered)} delivered
          </span>
          {', '}
          <span data-tone={failed > 0 ? 'bad' : undefined}>{formatNumber(failed)} failed</span>
        </p>
      )}
    </div>
  )
}

export function countMissing({ missing }: Receiver): number {
  return missing.call_events_fail + missing.transcription_events_fail
}

type MissingLinkProps = {
  list: FailedEventList
  of: Receiver
  /** The header of the column says what is counted. */
  isInTable?: boolean
}

/** How many failed calls or AI events of the last 7 days a receiver still lacks, with a link to them. */
export function MissingLink({ list, of: { receiver, missing }, isInTable }: MissingLinkProps) {
  const count = missing[list]
  return (
    <ListLink
      className={isInTable ? missingLinksClasses.number : missingLinksClasses.count}
      list={list}
      range={overviewRange(useTimes().today())}
      receiver={receiver}
      state="missing"
    >
      {formatNumber(count)}
      <span className={isInTable ? visuallyHidden.only : undefined}> {listNoun(list, count)}</span>
    </ListLink>
  )
}
