import { Button } from '@mantine/core'
import {
  IconClockPause,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceiverPause, ReplayRun, ReplayRunDetails } from '../../../../contract/replay.ts'
import { LaterFailures as Answer } from '../../../../contract/standing-order.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { request } from '../../../api/request.ts'
import { useTimes } from '../../../format/times.ts'
import { useFocusIfLost } from '../../../ui/use-focus-if-lost.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { aboutNamed } from '../../customer-message/about-events.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { formatRunCause } from '../../event/cause/attempt-messages.ts'
import type { DateRange, ListSearch } from '../../event/list/list-search.ts'
import { ReportLink } from '../../event/list/report-link.tsx'
import { ReceiverLink, ReceiverName } from '../../receivers/receiver-link.tsx'
import { RunBar } from '../run-bar.tsx'
import { countWaiting, formatProgress, isDiscarded, isLive, totalOf } from '../run-counts.ts'
import { formatHint, formatPause, runTone } from '../run-messages.ts'
import { useCreateRun } from '../selection/use-create-run.ts'
import { ListLinks } from './list-links.tsx'
import { type RunChange, RunProblem, useRunChange } from './run-change.tsx'
import noteClasses from './run-note.module.css'
import { PaceForm } from './run-note.tsx'
import classes from './run-state.module.css'

type RunProgressProps = {
  run: ReplayRunDetails
  /** The list of its events. */
  list: ListSearch & DateRange
}

/** The progress of a run that was started or cancelled, with its actions. */
export function RunProgress({ run, list }: RunProgressProps) {
  const change = useRunChange(run.id)
  const again = useCreateRun(list, `/${run.id}/again`)
  const { state, counts } = run
  const isStoppable = state === 'running' || state === 'paused'
  const heading = useFocusIfLost<HTMLHeadingElement>()
  const pending = change.isPending ? change.variables.to : null
  const button = (to: 'pause' | 'resume' | 'cancel', label: string, Icon: TablerIcon) => (
    <Button
      variant={to === 'resume' ? 'filled' : 'default'}
      data-danger={to === 'cancel' || undefined}
      loading={pending === to}
      onClick={() => change.mutate({ to })}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
  return (
    <section className={classes.state}>
      <div className={classes.head}>
        <div>
          <h2 ref={heading} tabIndex={-1} data-tone={runTone(run)}>
            {formatProgress(run)}
          </h2>
          {/* Announces only the state, not each number. */}
          <p role="status" className={visuallyHidden.only}>
            {state === 'running' && run.paused_receivers === 0 ? 'Sending' : formatProgress(run)}
          </p>
          <Hint run={run} list={list} />
          {!isDiscarded(run) && <WhySkipped run={run} />}
        </div>
        <div className={classes.actions}>
          {state === 'running' && button('pause', 'Pause', IconPlayerPause)}
          {state === 'paused' && button('resume', 'Resume', IconPlayerPlay)}
          {isStoppable && button('cancel', 'Cancel', IconX)}
          {/* There is nothing to tell a customer about a replay that sent nothing. */}
          {(isStoppable || counts.sending + counts.delivered + counts.failed_again > 0) && (
            <MessageButton hasLabel {...aboutRun(run)} note={run} count={totalOf(counts)} />
          )}
          <ReportLink search={{ run: run.id }} />
          {!isStoppable && counts.failed_again > 0 && (
            <Button
              loading={again.isPending}
              onClick={() => again.create()}
              leftSection={<IconRefresh size={16} aria-hidden />}
            >
              Replay failed events again…
            </Button>
          )}
        </div>
      </div>
      <RunProblem error={errorOf(change, ['pause', 'resume', 'cancel']) ?? again.error} />
      {!isDiscarded(run) && <Figures run={run} />}
      <PausedReceivers run={run} change={change} />
      {!isDiscarded(run) && <LaterFailures run={run} list={list} />}
      {isStoppable && <PaceForm run={run} change={change} />}
      <RunProblem error={errorOf(change, ['pace'])} />
    </section>
  )
}

/** The error of the last change, if it was one of these: it is shown next to its button. */
function errorOf(change: ReturnType<typeof useRunChange>, made: RunChange['to'][]): Error | null {
  return change.isError && made.includes(change.variables.to) ? change.error : null
}

function aboutRun({ id, list, lists, from_date, to_date }: ReplayRunDetails) {
  const range = { from_date, to_date, run_id: id }
  return list === null
    ? { events: lists.map(({ list }) => ({ ...range, list, state: 'all' as const })) }
    : aboutNamed({ ...range, list })
}

function Figures({ run }: { run: ReplayRunDetails }) {
  const { counts } = run
  const isOpen = run.state === 'running' || run.state === 'paused'
  return (
    <>
      <RunBar run={run} />
      <dl className={classes.figures}>
        <Figure part="delivered" label="Delivered" count={counts.delivered} />
        <Figure part="failed_again" label="Failed again" count={counts.failed_again} />
        <Figure part="skipped" label="Skipped" count={counts.skipped} />
        {(run.state === 'running' || counts.sending > 0) && (
          <Figure part="sending" label="Being sent" count={counts.sending} />
        )}
        {(isOpen || countWaiting(counts) > 0) && (
          <Figure part="waiting" label="Waiting" count={countWaiting(counts)} />
        )}
      </dl>
    </>
  )
}

function Hint({ run, list }: RunProgressProps) {
  const times = useTimes()
  if (isDiscarded(run)) {
    return (
      <p className={classes.hint}>
        The events stay in their list, and you can select them again.{' '}
        <ListLinks run={run} search={list} before="Back to " />
      </p>
    )
  }
  const text = formatHint(run, times.full)
  return text && <p className={classes.hint}>{text}</p>
}

const REASONS = 3

/** The most frequent reasons, because the table of all of them may not be in view. */
function WhySkipped({ run: { causes, counts } }: { run: ReplayRunDetails }) {
  const reasons = causes.filter(({ state }) => state === 'skipped').slice(0, REASONS)
  if (reasons.length === 0) return null
  const rest = reasons.reduce((left, { count }) => left - count, counts.skipped)
  const parts = reasons.map(cause =>
    reasons.length === 1 && rest === 0
      ? formatRunCause(cause.cause)
      : `${formatRunCause(cause.cause)} (${formatNumber(cause.count)})`,
  )
  if (rest > 0) parts.push(`other reasons (${formatNumber(rest)})`)
  return (
    <p className={classes.hint}>
      Why {formatCount(counts.skipped, 'event was', 'events were')} skipped: {parts.join('; ')}
    </p>
  )
}

function Figure({ part, label, count }: { part: string; label: string; count: number }) {
  return (
    <div>
      <dt data-part={part}>{label}</dt>
      <dd>{formatNumber(count)}</dd>
    </div>
  )
}

const READING_MS = 2_000
const AGAIN_MS = 60_000

/** Older runs would have the service list many days. */
const MAX_AGE_MS = 7 * 86_400_000

/** What failed for the receivers of a run since its events were frozen, and the button that makes a draft of it. */
function LaterFailures({ run, list }: { run: ReplayRun; list: ListSearch }) {
  const { id, created_at } = run
  const path = `/${id}/later-failures`
  const { data } = useQuery({
    queryKey: ['later-failures', id],
    queryFn: ({ signal }) => request(Answer, `/gateway/replays${path}`, { signal }),
    enabled: Date.now() - Date.parse(created_at) < MAX_AGE_MS,
    refetchInterval: ({ state }) =>
      state.data?.count === null ? READING_MS : isLive(run) && AGAIN_MS,
  })
  const add = useCreateRun(list, path)
  if (!data?.count) return null
  return (
    <div className={noteClasses.later}>
      <p>
        {formatCount(data.count, 'event has', 'events have')} failed for these receivers since, and{' '}
        {data.count === 1 ? 'is' : 'are'} not in this replay.
      </p>
      <Button
        loading={add.isPending}
        onClick={() => add.create()}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {`Replay ${data.count === 1 ? 'it' : `these ${formatNumber(data.count)}`} too…`}
      </Button>
      <RunProblem error={add.error} />
    </div>
  )
}

type PausedReceiversProps = {
  run: ReplayRunDetails
  change: ReturnType<typeof useRunChange>
}

/** More cards would push the list of events out of sight. */
const SHOWN = 5

function headingOf({ paused_receivers: all, waiting_receivers: waiting }: ReplayRun): string {
  if (waiting === 0) return 'Paused receivers'
  return waiting < all ? 'Paused and waiting receivers' : 'Waiting receivers'
}

const hasOrder = ({ pause }: { pause: ReceiverPause }) => pause.order_until !== null

/** The receivers that get no more events of a run for now, with the reason and what a person can do. */
function PausedReceivers({ run, change }: PausedReceiversProps) {
  const times = useTimes()
  const [isAll, setAll] = useState(false)
  const paused = run.receivers
    .flatMap(({ pause, ...receiver }) => (pause === null ? [] : { ...receiver, pause }))
    // Receivers that need a person come first.
    .toSorted((one, other) => Number(hasOrder(one)) - Number(hasOrder(other)))
  if (run.paused_receivers === 0) return null
  const others = run.paused_receivers - paused.length
  const useless = paused.filter(({ pause }) => !pause.may_heal).length
  return (
    <section>
      <h3>{headingOf(run)}</h3>
      <ul className={noteClasses.paused}>
        {run.paused_receivers > 1 && (
          <li>
            <p className={noteClasses.why}>
              All of these receivers together.
              {useless > 0 &&
                ` Waiting changes nothing for ${formatNumber(useless)} of them, so Redial doesn’t keep trying those.`}
            </p>
            <Buttons pauses={paused.map(({ pause }) => pause)} change={change} />
          </li>
        )}
        {paused
          .slice(0, isAll ? undefined : SHOWN)
          .map(({ receiver, pause, counts, some_companies, further_companies }) => (
            <li key={receiver}>
              <div className={noteClasses.why}>
                <ReceiverName companies={some_companies} further={further_companies}>
                  {receiver !== null && <ReceiverLink receiver={receiver} />}
                </ReceiverName>
                <p>
                  {formatPause(pause, times.full)}{' '}
                  {formatCount(countWaiting(counts), 'event waits', 'events wait')} and{' '}
                  {countWaiting(counts) === 1 ? 'has' : 'have'} not been delivered.
                </p>
              </div>
              <Buttons receiver={receiver ?? undefined} pauses={[pause]} change={change} />
            </li>
          ))}
      </ul>
      {paused.length > SHOWN && (
        <Button className={noteClasses.all} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? `Show the first ${SHOWN}` : `Show all ${formatNumber(paused.length)}`}
        </Button>
      )}
      {(isAll || paused.length <= SHOWN) && others > 0 && (
        <p>{formatCount(others, 'more receiver', 'more receivers')}.</p>
      )}
    </section>
  )
}

type ButtonsProps = Pick<PausedReceiversProps, 'change'> & {
  /** undefined for all that are paused. */
  receiver?: string | undefined
  pauses: ReceiverPause[]
}

function Buttons({ receiver, pauses, change }: ButtonsProps) {
  const isOrdered = pauses.every(({ order_until }) => order_until !== null)
  const isOrderable = pauses.some(({ order_until, may_heal }) => order_until === null && may_heal)
  const all = receiver === undefined ? ' all' : ''
  const { variables: made } = change
  const isMine = made !== undefined && 'receiver' in made && made.receiver === receiver
  const button = (to: 'orders' | 'continue' | 'stop', label: string, Icon: TablerIcon) => (
    <Button
      variant={to === 'orders' ? 'filled' : 'default'}
      data-danger={to === 'stop' || undefined}
      title={to === 'orders' ? HOW_IT_TRIES : undefined}
      loading={change.isPending && isMine && made.to === to}
      onClick={() => change.mutate({ to, receiver })}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
  return (
    <>
      <div className={noteClasses.buttons}>
        {isOrderable && button('orders', `Keep trying${all}`, IconClockPause)}
        {button('continue', `${isOrdered ? 'Try' : 'Continue'}${all} now`, IconPlayerPlay)}
        {button('stop', `Stop${all}`, IconX)}
      </div>
      {isMine && <RunProblem error={change.error} />}
    </>
  )
}

const HOW_IT_TRIES = 'Redial tries one event now and then, and sends the rest once that one arrives'
