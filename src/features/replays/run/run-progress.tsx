import { Button } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { useTimes } from '../../../format/times.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { useFocusIfLost } from '../../../ui/use-focus-if-lost.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { aboutNamed } from '../../customer-message/about-events.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { formatRunCause } from '../../event/cause/attempt-messages.ts'
import type { DateRange, ListSearch } from '../../event/list/list-search.ts'
import { ReportLink } from '../../event/list/report-link.tsx'
import { RunBar } from '../run-bar.tsx'
import { formatHint, formatProgress, isDiscarded, runTone, totalOf } from '../run-messages.ts'
import { useCreateRun } from '../selection/use-create-run.ts'
import { LaterFailures } from './later-failures.tsx'
import { ListLinks } from './list-links.tsx'
import { PausedReceivers } from './paused-receivers.tsx'
import { PaceForm } from './run-note.tsx'
import { RunProblem } from './run-problem.tsx'
import classes from './run-state.module.css'
import { useRunChange } from './use-run-change.ts'

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
      {...(to !== 'resume' && { variant: 'default' })}
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
          {isStoppable && button('cancel', uiMessages.cancel, IconX)}
          {/* There is nothing to tell a customer about a replay that sent nothing. */}
          {(isStoppable || counts.sending + counts.delivered + counts.failed_again > 0) && (
            <MessageButton hasLabel {...aboutRun(run)} note={run} count={totalOf(counts)} />
          )}
          <ReportLink search={{ run: run.id }} />
          {!isStoppable && counts.failed_again > 0 && (
            <Button
              variant="default"
              loading={again.isPending}
              onClick={() => again.create()}
              leftSection={<IconRefresh size={16} aria-hidden />}
            >
              Replay failed events again…
            </Button>
          )}
        </div>
      </div>
      {!isDiscarded(run) && <Figures run={run} />}
      <PausedReceivers run={run} change={change} />
      {!isDiscarded(run) && <LaterFailures run={run} list={list} />}
      {isStoppable && (
        <PaceForm
          pace={run.pace}
          isPending={pending === 'pace'}
          onPace={pace => change.mutate({ to: 'pace', pace })}
        />
      )}
      <RunProblem error={change.error ?? again.error} />
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
        <Figure part="waiting" label="Waiting" count={counts.prepared + counts.queued} />
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

/** The most frequent reason, because the table of all of them may not be in view. */
function WhySkipped({ run: { causes, counts } }: { run: ReplayRunDetails }) {
  const cause = causes.find(({ state }) => state === 'skipped')
  if (cause === undefined) return null
  return (
    <p className={classes.hint}>
      {cause.count === counts.skipped
        ? 'Why skipped: '
        : `Why ${formatNumber(cause.count)} of ${formatNumber(counts.skipped)} were skipped: `}
      {formatRunCause(cause)}
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
