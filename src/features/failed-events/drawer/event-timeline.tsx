import { Button } from '@mantine/core'
import { keepPreviousData, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import type { UpstreamAttempt } from '../../../../contract/failed-event.ts'
import { type ReplayItem, ReplayItems } from '../../../../contract/replay.ts'
import { formatCount } from '../../../../contract/text/count.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { describeError } from '../../../api/error-messages.ts'
import { request } from '../../../api/request.ts'
import { Time } from '../../../format/time.tsx'
import { useTimes } from '../../../format/times.ts'
import { attemptGap, attemptName, missingAttempts } from '../../event/cause/attempt-messages.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import {
  isUnderWay,
  type ReplayTone,
  replaySummary,
  replayTone,
} from '../../replays/replay-messages.ts'
import replayReportClasses from '../../replays/single/replay-report.module.css'
import classes from './event-timeline.module.css'

type EventTimelineProps = {
  event: ShownEvent
  history: UseQueryResult<ReplayItem[]>
  /** Oldest first: the replays of `history`, or newer ones. */
  replays: ReplayItem[]
  /** Whether a replay would help: it has not arrived, and has a receiver. */
  canBeSent: boolean
  /** Returns the service's exact text of an attempt. */
  attemptText: (attempt: ShownEvent['attempts'][number]) => string
}

export function EventTimeline({ event, attemptText, canBeSent, ...replayed }: EventTimelineProps) {
  const { attempts, failed_at } = event
  const missing = missingAttempts(event)
  return (
    <section aria-labelledby="event-timeline">
      <h3 id="event-timeline">Replays and attempts</h3>
      {missing && <p className={classes.note}>{missing}</p>}
      <ol className={classes.timeline}>
        <Replays {...replayed} />
        <Entry tone="end" title="Final failure" at={failed_at}>
          <p>
            All automatic retries failed.
            {canBeSent && ` Replay the event to send it again.`}
          </p>
        </Entry>
        <Attempts attempts={attempts} attemptText={attemptText} />
      </ol>
    </section>
  )
}

type AttemptsProps = Pick<ShownEvent, 'attempts'> & Pick<EventTimelineProps, 'attemptText'>

/** The attempts of the service. If all failed in the same way, one line summarises them and expands. */
function Attempts({ attempts, attemptText }: AttemptsProps) {
  const entries = attempts
    .map((attempt, index) => {
      return (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of attempts never changes
          key={`attempt ${index}`}
          tone="bad"
          title={attemptName(index)}
          note={attemptGap(attempts, index)}
          at={attempt.at}
        >
          <p>{failureSummary(attempt)}</p>
          <AttemptAnswer
            attempt={attempt}
            answer={null}
            others={attempt.other_fields.length === 0 ? null : attemptText(attempt)}
          />
        </Entry>
      )
    })
    .toReversed()
  const outcomes = new Set(attempts.map(failureSummary))
  const [outcome] = outcomes
  if (outcome === undefined || attempts.length < 2 || outcomes.size > 1) return entries
  return (
    <li data-tone="bad">
      <details className={classes.alike}>
        <summary>
          {formatCount(attempts.length, 'attempt', 'attempts')}, all: {outcome}
        </summary>
        <ol className={classes.timeline}>{entries}</ol>
      </details>
    </li>
  )
}

function Replays({ history, replays }: Pick<EventTimelineProps, 'history' | 'replays'>) {
  return (
    <>
      {history.isPending && (
        <Entry tone="wait" title="Replays">
          <p>Looking for replays…</p>
        </Entry>
      )}
      {history.isError && (
        <Entry tone="wait" title={replays.length === 0 ? 'Replays' : 'Earlier replays'}>
          <p>
            Redial could not load the replays: {describeError(history.error).title}.{' '}
            <Button size="xs" loading={history.isFetching} onClick={() => void history.refetch()}>
              Try again
            </Button>
          </p>
        </Entry>
      )}
      {replays.toReversed().map(item => (
        <Entry
          key={item.run_id}
          tone={replayTone(item.state)}
          title="Replay"
          note={item.who === null ? 'by someone on your account' : `by ${item.who}`}
          at={item.created_at}
        >
          <ReplayReport item={item} />
        </Entry>
      ))}
    </>
  )
}

type EntryProps = {
  tone: ReplayTone | 'end'
  title: string
  note?: string
  /** null if it is unknown; undefined if there is nothing to show. */
  at?: string | null
  children: ReactNode
}

function Entry({ tone, title, note, at, children }: EntryProps) {
  return (
    <li data-tone={tone}>
      <div className={classes.head}>
        <span className={classes.title}>{title}</span>
        {note && <span className={classes.gap}>{note}</span>}
        {at !== undefined && (
          <span className={classes.at}>
            {at === null ? 'time unknown' : <Time stamp={at} as="moment" />}
          </span>
        )}
      </div>
      {children}
    </li>
  )
}

const MAX_TEXT_LENGTH = 5_000

type AttemptAnswerProps = {
  attempt: Pick<UpstreamAttempt, 'at' | 'status' | 'error' | 'duration_ms'>
  /** The stored part of the receiver's answer. */
  answer: string | null
  /** The other fields of the attempt, unchanged. */
  others?: string | null
}

/** The details of the response, in a section that a person can expand. */
export function AttemptAnswer({ attempt, answer, others = null }: AttemptAnswerProps) {
  const facts: [string, ReactNode][] = [
    ['Status', attempt.status ?? 'None (no answer)'],
    ['Error', attempt.error && shownText(attempt.error)],
    ['Duration', attempt.duration_ms === null ? null : `${attempt.duration_ms} ms`],
    ['Started', attempt.at],
    ['Response body', answer === '' ? 'Empty' : answer && <Text>{answer}</Text>],
    ['Other fields', others && <Text>{others}</Text>],
  ]
  return (
    <details className={replayReportClasses.answer}>
      <summary>Response details</summary>
      <dl>
        {facts
          .filter(([, fact]) => fact != null)
          .map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
    </details>
  )
}

function Text({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <pre tabIndex={0} translate="no">
      {shownText(children.slice(0, MAX_TEXT_LENGTH))}
      {children.length > MAX_TEXT_LENGTH && '…'}
    </pre>
  )
}

function ReplayReport({ item }: { item: ReplayItem }) {
  const times = useTimes()
  return (
    <>
      <p className={replayReportClasses.outcome} data-tone={replayTone(item.state)}>
        {replaySummary(item, times.exact)}
      </p>
      {item.receiver_url && item.attempts.length > 0 && (
        <p className={replayReportClasses.receiver}>
          {/* Redial itself may not allow the address. */}
          {item.attempts.at(-1)?.cause?.code === 'address-not-allowed' ? 'Not sent to' : 'Sent to'}{' '}
          <span translate="no">{shownText(item.receiver_url)}</span>
        </p>
      )}
      {item.attempts.map(attempt => (
        <AttemptAnswer key={attempt.at} attempt={attempt} answer={attempt.answer} />
      ))}
    </>
  )
}

const POLL_MS = 1_000

/**
 * Every replay of an event, oldest first; refetched while one is in progress.
 *
 * @param latest the latest known replay. A different one means that there is more to load.
 */
export function replayHistoryQuery(target: ReplayTarget, latest: ReplayItem | null) {
  const { list, id } = target
  return queryOptions({
    queryKey: ['replay-history', list, id, latest?.run_id ?? null, latest?.state ?? null],
    // A colleague may have replayed it in the meantime.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ list, event_id: id })
      return (await request(ReplayItems, `/gateway/replay-history?${query}`, { signal })).results
    },
    refetchInterval: ({ state }) =>
      state.data?.some(item => isUnderWay(item.state)) ? POLL_MS : false,
  })
}

/** The history with the latest known replay, which may be newer. */
export function withLatest(history: ReplayItem[] = [], latest: ReplayItem | null): ReplayItem[] {
  if (latest === null) return history
  const stored = history.find(item => item.run_id === latest.run_id)
  const newest = stored !== undefined && !isUnderWay(stored.state) ? stored : latest
  return [...history.filter(item => item !== stored), newest].toSorted(
    (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  )
}
