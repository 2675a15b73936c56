import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { explainFailure, type FailureExplanation } from '../../../../contract/event/cause-texts.ts'
import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import { receiverOf } from '../../../../contract/event/receiver-of.ts'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import { messageEvent } from '../../../../contract/message/message-event.ts'
import { receiverName } from '../../../../contract/receiver.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { payloadText } from '../../../../contract/text/payload-text.ts'
import { useTimes } from '../../../format/times.ts'
import { safeFileName } from '../../../ui/download/save-text.ts'
import JsonView from '../../../ui/json/json-view.tsx'
import { useFocusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { summarizeAttempts } from '../../event/cause/attempt-messages.ts'
import { hasContentId } from '../../event/event-identity.ts'
import { attemptText, eventPayload, fieldsText } from '../../event/event-json.ts'
import { companyName, type EventRow } from '../../event/event-row.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { type Evidence, newestEvidence } from '../../event/newest-evidence.ts'
import {
  acceptedSince,
  useReceivers,
  useReceiverUrl,
} from '../../receivers/queries/receivers-query.ts'
import { OBSTACLES } from '../../replays/replay-messages.ts'
import { HandleEvents } from '../../replays/selection/handled-events.tsx'
import { ReplayControl } from '../../replays/single/replay-control.tsx'
import { useEventStates } from '../../replays/states/event-states-query.ts'
import { CallFacts } from './call-facts.tsx'
import classes from './event-details.module.css'
import { AttemptAnswer, EventTimeline, replayHistoryQuery, withLatest } from './event-timeline.tsx'

type FailedProps = {
  row: EventRow
  evidence: Evidence
  /** The receiver's; null if it is unknown. */
  url: string | null
}

type EventDetailsProps = {
  row: EventRow
  text: string
}

export function EventDetails({ row, text }: EventDetailsProps) {
  const times = useTimes()
  const { event, call } = row
  const { list } = row.target
  const payload = useMemo(() => payloadText(text), [text])
  const others = useMemo(
    () => event.unknown_fields.length > 0 && fieldsText(text, event.unknown_fields),
    [event, text],
  )
  // The states of the list may be those of another page, or not be loaded.
  const ofStates = useEventStates(list, [event.id])
  const history = useQuery(replayHistoryQuery(row.target, row.replay))
  const replays = withLatest(history.data, row.replay)
  const evidence = newestEvidence(event.outcome, replays)
  // Attempts of old runs are deleted.
  const { attempts, created_at } = evidence.deliveredBy ?? { attempts: [], created_at: null }
  const deliveredAt =
    (row.state?.state === 'delivered' ? row.state.at : null) ?? attempts.at(-1)?.at ?? created_at
  const isHandled = row.state?.state === 'handled'
  const canBeMarked = row.state?.state !== 'delivered' && row.state?.state !== 'sending'
  const url = useReceiverUrl(row)
  const heading = useFocusIfLost<HTMLHeadingElement>()
  const file = `${LIST_LABELS[list].one} ${hasContentId(event) ? (call.call_id ?? '') : event.id}`
  return (
    <article className={classes.details}>
      <header className={classes.header}>
        <p className={classes.eyebrow}>
          {event.event === 'missed_call_saver'
            ? 'Missed Call Saver'
            : capitalise(LIST_LABELS[list].one)}
          {event.failed_at && (
            <>
              <span className={classes.full}> · {times.full(event.failed_at)}</span>
              <span className={classes.brief}>
                {' '}
                · {times.moment(event.failed_at)} {times.zone}
              </span>
            </>
          )}
        </p>
        <h2 ref={heading} tabIndex={-1}>
          <span translate="no">{companyName(call)}</span> ·{' '}
          {evidence.deliveredBy ? 'Delivered by a replay' : failureSummary(evidence.failure)}
        </h2>
        <div className={classes.actions}>
          <ReplayControl
            row={row}
            ofStates={ofStates}
            isDelivered={evidence.deliveredBy !== null}
          />
          {evidence.deliveredBy === null && canBeMarked && (
            <HandleEvents
              size="sm"
              scope={row.target}
              events={[row.target]}
              isHandled={!isHandled}
            />
          )}
          <MessageButton
            // Once the event is delivered or handled, an open message would say the opposite. It stays open while
            // only the time of the delivery becomes known.
            key={`${deliveredAt !== null} ${isHandled}`}
            events={[
              messageEvent({
                list,
                event,
                outcome: evidence.failure,
                url,
                state: deliveredAt === null ? row.state : { state: 'delivered', at: deliveredAt },
                payload: eventPayload(text),
                waits: row.replay?.waits_for === 'recovery',
              }),
            ]}
          />
        </div>
      </header>
      <IdentityNote event={event} />
      <section className={classes.explanation}>
        {evidence.deliveredBy ? (
          <Delivered row={row} deliveredBy={evidence.deliveredBy} />
        ) : (
          <Failed row={row} evidence={evidence} url={url} />
        )}
      </section>
      <EventTimeline
        event={event}
        history={history}
        replays={replays}
        canBeSent={
          row.obstacle === null &&
          evidence.deliveredBy === null &&
          !(isHandled || row.replay?.waits_for)
        }
        attemptText={({ index }) => attemptText(text, event.attempts_path, index)}
      />
      <CallFacts row={row} payload={payload} />
      <JsonView title="Payload" json={payload} fileName={safeFileName(file, 'json')} />
      {others && (
        <JsonView
          title="Other information from the service"
          json={others}
          fileName={safeFileName(`${file} details`, 'json')}
        />
      )}
    </article>
  )
}

function IdentityNote({ event }: { event: ShownEvent }) {
  const isByContent = hasContentId(event)
  if (event.ordinal !== undefined) {
    return (
      <p className={classes.identityNote}>
        {isByContent
          ? 'The service lists this event more than once without an ID.'
          : `The service lists more than one event with the ID ${event.id}.`}{' '}
        We treat them as one event: a replay sends the first one once, and the result appears on
        each.
      </p>
    )
  }
  if (!isByContent) return null
  return (
    <p className={classes.identityNote}>
      The service gives this event no ID. Redial recognises it by its content, so another event with
      exactly the same content counts as the same one.
    </p>
  )
}

function Delivered({ row, deliveredBy }: { row: EventRow; deliveredBy: ReplayItem }) {
  const times = useTimes()
  const attempt = deliveredBy.attempts.at(-1)
  const own = row.event.outcome
  return (
    <>
      <h3>What happened</h3>
      <p>
        A replay delivered this event{attempt && ` on ${times.full(attempt.at)}`}: the receiver
        answered 200.
      </p>
      {own && (
        <p>
          Before that it had failed: {failureSummary(own)}. {summarizeAttempts(row.event.attempts)}
        </p>
      )}
      {attempt && <AttemptAnswer attempt={attempt} answer={attempt.answer} />}
      <h3>What needs to be done</h3>
      <p>
        <strong>Nothing.</strong> The event has arrived. If it is sent again, the receiver may store
        it twice.
      </p>
    </>
  )
}

function Failed({ row, evidence: { failure, failedReplay }, url }: FailedProps) {
  const times = useTimes()
  const { event, call, replay } = row
  const name = failedReplay?.receiver_url ?? url
  // Another replay of this event says more about its receiver.
  const receivers = useReceivers(replay === null ? '' : `${replay.run_id} ${replay.state}`, {
    enabled: name !== null,
  })
  const replayed = failedReplay?.attempts.at(-1)
  const own = event.outcome
  const explanation = explainFailure(failure, {
    company: call.company?.name ?? null,
    host: receiverOf(name)?.host ?? null,
  })
  // Some services list no attempts.
  const last = replayed ?? event.attempts.at(-1) ?? (own && { ...own, at: null, duration_ms: null })
  const failedAt = replayed?.at ?? event.failed_at
  const accepted = name === null ? null : acceptedSince(receivers.get(receiverName(name)), failedAt)
  return (
    <>
      <h3>What happened</h3>
      <p>
        {explanation.happened}{' '}
        {replayed
          ? `That was the replay on ${times.full(replayed.at)}.`
          : summarizeAttempts(event.attempts)}
      </p>
      {replayed && own && (
        <p>
          Before the replay: {failureSummary(own)}. {summarizeAttempts(event.attempts)}
        </p>
      )}
      {last && <AttemptAnswer attempt={last} answer={replayed?.answer ?? null} />}
      <h3>What it means</h3>
      <p>{explanation.meaning}</p>
      <NextStep row={row} explanation={explanation} accepted={accepted} />
    </>
  )
}

type NextStepProps = {
  row: EventRow
  explanation: FailureExplanation
  /** When the receiver accepted an event after this failure; null if it did not. */
  accepted: string | null
}

function NextStep({ row: { state, obstacle }, explanation, accepted }: NextStepProps) {
  const times = useTimes()
  const toDo =
    state?.state === 'handled' ? (
      <>
        <strong>Nothing.</strong> {state.who ?? 'Someone on your account'} marked this event as
        handled in another way.
      </>
    ) : obstacle !== null ? (
      `Redial can’t send it, because ${OBSTACLES[obstacle]}.`
    ) : (
      accepted !== null &&
      `The receiver accepted another event on ${times.full(accepted)}, after this one had failed. Replay this event.`
    )
  return (
    <>
      <h3>{toDo ? 'What needs to be done' : 'Who can fix it'}</h3>
      <p>
        {toDo || (
          <>
            <strong>{explanation.fixer}.</strong> {explanation.fix}
          </>
        )}
      </p>
    </>
  )
}
