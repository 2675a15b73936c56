import { receiverName } from '../../../../contract/receiver.ts'
import { useTimes } from '../../../format/times.ts'
import { summarizeAttempts } from '../../event/cause/attempt-messages.ts'
import { explainFailure } from '../../event/cause/explain-failure.ts'
import { failureSummary } from '../../event/cause/failure-cause.ts'
import { type EventRow, receiverOf } from '../../event/event-row.ts'
import type { Evidence } from '../../event/newest-evidence.ts'
import { acceptedSince } from '../../receivers/health/health-messages.ts'
import { useReceiversHealth } from '../../receivers/queries/receivers-health-query.ts'
import { AttemptAnswer } from '../../replays/single/replay-report.tsx'
import classes from './event-details.module.css'
import * as messages from './messages.ts'

type EventExplanationProps = {
  row: EventRow
  evidence: Evidence
  /** The receiver's; null if it is unknown. */
  url: string | null
}

/** The heading of an event: "Answered 500, an error on its side". */
export function evidenceTitle({ failure, deliveredBy }: Evidence): string {
  return deliveredBy ? messages.deliveredTitle : failureSummary(failure)
}

/** What happened last to an event, what that means, and what to do. */
export function EventExplanation(props: EventExplanationProps) {
  return (
    <section className={classes.explanation}>
      {props.evidence.deliveredBy ? <Delivered {...props} /> : <Failed {...props} />}
    </section>
  )
}

function Delivered({ row, evidence: { deliveredBy } }: EventExplanationProps) {
  const times = useTimes()
  const attempt = deliveredBy?.attempts.at(-1)
  const own = row.event.outcome
  return (
    <>
      <h3>{messages.whatHappened}</h3>
      <p>{messages.deliveredByReplay(attempt && times.full(attempt.at))}</p>
      {own && (
        <p>{messages.failedBefore(failureSummary(own), summarizeAttempts(row.event.attempts))}</p>
      )}
      {attempt && <AttemptAnswer attempt={attempt} answer={attempt.answer} />}
      <h3>{messages.whatNeedsToBeDone}</h3>
      <p>
        <strong>{messages.nothing}</strong> {messages.eventHasArrived}
      </p>
    </>
  )
}

function Failed({ row, evidence: { failure, failedReplay }, url }: EventExplanationProps) {
  const times = useTimes()
  const { event, call, replay } = row
  const name = failedReplay?.receiver_url ?? url
  // Another replay of this event says more about its receiver.
  const health = useReceiversHealth(
    name === null ? [] : [receiverName(name)],
    replay === null ? '' : `${replay.run_id} ${replay.state}`,
  )
  const replayed = failedReplay?.attempts.at(-1)
  const own = event.outcome
  const explanation = explainFailure(failure, {
    company: call.company?.name ?? null,
    host: receiverOf(name)?.host ?? null,
  })
  const last = replayed ?? event.attempts.at(-1) ?? withoutAttempt(own)
  const failedAt = replayed?.at ?? event.failed_at
  const accepted = name === null ? null : acceptedSince(health.get(receiverName(name)), failedAt)
  return (
    <>
      <h3>{messages.whatHappened}</h3>
      <p>
        {explanation.happened}{' '}
        {replayed
          ? messages.ofTheReplay(times.full(replayed.at))
          : summarizeAttempts(event.attempts)}
      </p>
      {replayed && own && (
        <p>{messages.beforeTheReplay(failureSummary(own), summarizeAttempts(event.attempts))}</p>
      )}
      {last && <AttemptAnswer attempt={last} answer={replayed?.answer ?? null} />}
      <h3>{messages.whatItMeans}</h3>
      <p>{explanation.meaning}</p>
      {row.state?.state === 'handled' ? (
        <>
          <h3>{messages.whatNeedsToBeDone}</h3>
          <p>
            <strong>{messages.nothing}</strong> {messages.handledBy(row.state.who)}
          </p>
        </>
      ) : !row.hasReceiver ? (
        <>
          <h3>{messages.whatNeedsToBeDone}</h3>
          <p>{messages.noReceiver}</p>
        </>
      ) : accepted === null ? (
        <>
          <h3>{messages.whoCanFixIt}</h3>
          <p>
            <strong>{explanation.fixer}.</strong> {explanation.fix}
          </p>
        </>
      ) : (
        <>
          <h3>{messages.whatNeedsToBeDone}</h3>
          <p>{messages.acceptedReplay(times.full(accepted))}</p>
        </>
      )}
    </>
  )
}

/** The information of a service that lists no attempts. */
function withoutAttempt(outcome: EventRow['outcome']) {
  return outcome && { ...outcome, at: null, duration_ms: null }
}
