import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReplayRun, ReplayRunDetails } from '../../../../contract/replay.ts'
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
import { RunBar } from '../run-bar.tsx'
import { countWaiting, formatProgress, isDiscarded, isLive, totalOf } from '../run-counts.ts'
import { formatHint, runTone } from '../run-messages.ts'
import { useCreateRun } from '../selection/use-create-run.ts'
import { ListLinks } from './list-links.tsx'
import { ChangeButton, RunProblem, useRunChange } from './run-change.tsx'
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
          {state === 'running' && (
            <ChangeButton change={change} to="pause" label="Pause" Icon={IconPlayerPause} />
          )}
          {state === 'paused' && (
            <ChangeButton
              change={change}
              to="resume"
              label="Resume"
              Icon={IconPlayerPlay}
              isPrimary
            />
          )}
          {isStoppable && <ChangeButton change={change} to="cancel" label="Cancel" Icon={IconX} />}
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
      <RunProblem error={change.error ?? again.error} />
      {!isDiscarded(run) && <Figures run={run} />}
      {!isDiscarded(run) && <LaterFailures run={run} list={list} />}
      {isStoppable && <PaceForm run={run} />}
    </section>
  )
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
