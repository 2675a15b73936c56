import { zodResolver } from '@hookform/resolvers/zod'
import { IconClockPause, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { ReceiverState } from '../../../../contract/receiver.ts'
import { Includable, type ReplayRunDetails, TOO_OFTEN } from '../../../../contract/replay.ts'
import { DEFAULT_ORDER_DAYS } from '../../../../contract/standing-order.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { useTimes } from '../../../format/times.ts'
import { createDrafts, useFormDraft } from '../../../forms/drafts.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useFocusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { useReceivers } from '../../receivers/queries/receivers-query.ts'
import { countToSend, proposedName } from '../run-counts.ts'
import { formatDelivered, formatToSend } from '../run-messages.ts'
import { hasScope, NOTHING_SELECTED, useSelection } from '../selection/selection.tsx'
import { ChangeButton, RunProblem, useRunChange } from './run-change.tsx'
import { NoteValues, RunNoteFields, toNote } from './run-note.tsx'
import classes from './run-state.module.css'

const sendLaterLabel = (receivers: number, mayWait: boolean) =>
  mayWait ? plural(receivers, 'Send when it recovers', 'Send when they recover') : null

const howItWaits = (sendLater: string) =>
  ` With “${sendLater}”, Redial tries one event of each receiver immediately and then from time to time for ${DEFAULT_ORDER_DAYS} days, and sends the rest once that one arrives. It stops if the receiver refuses the event, for example with 401.`

const sendThem = (count: number) => `Send ${count === 1 ? 'it' : `these ${formatNumber(count)}`}`

const drafts = createDrafts<NoteValues>()

type RunPreviewProps = {
  run: ReplayRunDetails
  /** The cause by which the list of its events was filtered. */
  cause: string | undefined
  included: Includable[]
  onIncluded: (included: Includable[]) => void
}

/** @param states of the receivers that are named, as far as they are known */
function mayFail(run: ReplayRunDetails, states: (ReceiverState | undefined)[]): boolean {
  const isWorking = (state?: ReceiverState) => state === 'recovered' || state === 'working'
  return states.length > 0 && (!states.every(isWorking) || run.further_receivers > 0)
}

/** The draft of a run: what it will send and skip. Nothing is sent until a person starts it. */
export function RunPreview({ run, cause, included, onIncluded }: RunPreviewProps) {
  const { select } = useSelection()
  const change = useRunChange(run.id, () =>
    select(current => (hasScope(current, run) ? NOTHING_SELECTED : current)),
  )
  const toSend = countToSend(run, included)
  const receivers = run.receivers.filter(one => countToSend(one, included) > 0)
  const byName = useReceivers()
  const states = receivers.map(({ receiver }) => byName.get(receiver ?? '')?.state)
  const mayWait = mayFail(run, states) && toSend > countElsewhere(run, 'ordered')
  // What most people want if all receivers are failing.
  const waitsFirst = mayWait && states.every(state => state === 'failing')
  const sendLater = sendLaterLabel(receivers.length, mayWait)
  const heading = useFocusIfLost<HTMLHeadingElement>()
  const form = useForm({
    resolver: zodResolver(NoteValues),
    defaultValues: {
      name: run.name ?? proposedName(run, cause),
      reason: run.reason ?? '',
      pace: run.pace === null ? '' : String(run.pace),
      takesLater: false,
    },
  })
  useFormDraft(drafts, run.id, form, change.isPending)
  const startWith = (values: NoteValues) => ({
    include: included,
    ...toNote(values),
  })
  const start = form.handleSubmit(values => change.mutate({ to: 'start', ...startWith(values) }))
  const order = form.handleSubmit(values =>
    change.mutate({
      to: 'orders',
      ...startWith(values),
      with_later_failures: values.takesLater,
    }),
  )

  return (
    <section className={classes.state}>
      <div className={classes.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {toSend > 0
              ? `${formatToSend(run, included)} will be sent to ${formatCount(receivers.length, 'receiver', 'receivers')}${run.further_receivers > 0 ? ' or more' : ''}`
              : 'Nothing to send'}
          </h2>
          <p className={classes.hint}>{formatHint(toSend, sendLater)}</p>
        </div>
        <div className={classes.actions}>
          <ChangeButton change={change} to="discard" label="Discard" />
          {sendLater && (
            <ChangeButton
              change={change}
              to="orders"
              label={sendLater}
              Icon={IconClockPause}
              isPrimary={waitsFirst}
              onClick={order}
            />
          )}
          {toSend > 0 && (
            <ChangeButton
              change={change}
              to="start"
              label={`Send ${formatCount(toSend, 'event', 'events')}`}
              Icon={IconSend}
              isPrimary={!waitsFirst}
              onClick={start}
            />
          )}
        </div>
      </div>
      <RunProblem error={change.error} />
      {toSend > 0 && (
        <form onSubmit={waitsFirst ? order : start} noValidate>
          <RunNoteFields form={form} mayWait={mayWait} />
        </form>
      )}
      <ReplayedOften run={run} />
      <SkippedEvents {...{ run, included, onIncluded }} sendLater={sendLater} />
    </section>
  )
}

type OtherReplay = ReplayRunDetails['elsewhere'][number]

function countElsewhere({ elsewhere }: ReplayRunDetails, where: OtherReplay['state']): number {
  return elsewhere.reduce((sum, { state, count }) => (state === where ? sum + count : sum), 0)
}

function formatHint(toSend: number, sendLater: string | null): string {
  if (toSend === 0) {
    return 'No event of this replay can be sent or needs to be. See the reasons below.'
  }
  return `Nothing has been sent yet. Failures from now on won’t be added to this list.${sendLater ? howItWaits(sendLater) : ''}`
}

/** A loop: the same events fail again and again. */
function ReplayedOften({ run }: { run: ReplayRunDetails }) {
  if (run.replayed_often === 0) return null
  return (
    <Notice tone="wait">
      {formatCount(run.replayed_often, 'event was', 'events were')} replayed three times already.
      Ask the receiver’s operator why it fails before you send it again.
    </Notice>
  )
}

/** What a draft skips unless a person includes it: why, and how it is sent after all. */
const SKIPPED: Record<Includable, { why: (run: ReplayRunDetails) => string; after: string }> = {
  already_delivered: {
    why: formatDelivered,
    after: 'again',
  },
  handled: {
    why: ({ handled }) => `${formatCount(handled, 'event was', 'events were')} marked as handled`,
    after: 'anyway',
  },
  failed_often: {
    why: ({ failed_often: count }) =>
      `${formatCount(count, 'event', 'events')} failed in ${TOO_OFTEN} replays already`,
    after: 'anyway',
  },
}

type SkippedEventsProps = Omit<RunPreviewProps, 'cause'> & {
  /** The button with which the replay waits; null if there is none. */
  sendLater: string | null
}

function SkippedEvents({ run, included, onIncluded, sendLater }: SkippedEventsProps) {
  const { being_sent: underWay, causes, elsewhere } = run
  const skipped = Includable.options.filter(reason => run[reason] > 0)
  const named = countElsewhere(run, 'sending')
  if (underWay + skipped.length + causes.length + elsewhere.length === 0) return null
  return (
    <ul className={classes.skipped} aria-label="Skipped events">
      {elsewhere.map(other => (
        <li key={`${other.run_id} ${other.state}`}>
          <Elsewhere
            {...{ ...other, sendLater }}
            isAll={other.count === countToSend(run, included)}
          />
        </li>
      ))}
      {underWay > named && (
        <li>
          {formatCount(underWay - named, 'event is', 'events are')} being sent by another replay
          right now and will be skipped.
        </li>
      )}
      {skipped.map(reason => {
        const { why, after } = SKIPPED[reason]
        return (
          <li key={reason}>
            {why(run)} and will be {included.includes(reason) ? `sent ${after}` : 'skipped'}.
            <br />
            <label className={classes.choice}>
              <input
                type="checkbox"
                checked={included.includes(reason)}
                onChange={({ currentTarget: { checked } }) => {
                  const others = included.filter(other => other !== reason)
                  onIncluded(checked ? [...others, reason] : others)
                }}
              />
              {`${sendThem(run[reason])} ${after}`}
            </label>
          </li>
        )
      })}
      {causes.map(({ cause, count }) => (
        <li key={cause}>
          {formatCount(count, 'event', 'events')} can’t be sent: {cause}
        </li>
      ))}
    </ul>
  )
}

type ElsewhereProps = OtherReplay & {
  sendLater: string | null
  /** Whether the other replay has all events that the draft would send. */
  isAll: boolean
}

/** Events of a draft that another replay has as well, and which of the two skips them. */
function Elsewhere({ run_id, name, state, count, sendLater, isAll, ...draft }: ElsewhereProps) {
  const times = useTimes()
  const them = count === 1 ? 'it' : 'them'
  const other = (
    <Link to="/replays/$runId" params={{ runId: run_id }}>
      {name ?? 'another replay'}
    </Link>
  )
  switch (state) {
    case 'sending':
      return (
        <>
          {formatCount(count, 'event is', 'events are')} being sent by {other} right now and will be
          skipped.
        </>
      )
    case 'ordered':
    case 'paused':
      return (
        <>
          {isAll && count > 1 && 'All '}
          {formatCount(count, 'event already waits', 'events already wait')} in {other}
          {state === 'paused'
            ? ', which is paused. It skips events that this replay delivers.'
            : ` until the receiver recovers. ${sendLater ? `“${sendLater}” skips ${them} here. ` : ''}If you send ${them} now, the other replay skips ${them}.`}
        </>
      )
    case 'draft':
      return (
        <>
          {draft.who ?? 'A colleague'} has{' '}
          <Link to="/replays/$runId" params={{ runId: run_id }}>
            a draft
          </Link>{' '}
          with{' '}
          {isAll
            ? plural(count, 'this event', 'all of these events')
            : `${formatNumber(count)} of these events`}
          {draft.created_at && ` (${times.brief(draft.created_at)})`}, which has not been sent.
        </>
      )
  }
}
