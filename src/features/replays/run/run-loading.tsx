import { Button } from '@mantine/core'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { Notice } from '../../../ui/notice.tsx'
import { RunBar } from '../run-bar.tsx'
import { formatLoaded } from '../run-messages.ts'
import * as messages from './messages.ts'
import { RunProblem } from './run-progress.tsx'
import classes from './run-state.module.css'
import { useRunChange } from './use-run-change.ts'

function formatLoading({ asked_for, read }: ReplayRunDetails): string {
  if (asked_for === 'failed_again') {
    return messages.copyingEvents
  }
  return asked_for === 'named' && read.of === 1
    ? messages.loadingOneEvent
    : messages.loadingEventsFirst
}

/** The events of the run are loading; nothing is sent yet. */
export function RunLoading({ run }: { run: ReplayRunDetails }) {
  const change = useRunChange(run.id)
  return (
    <section className={classes.state}>
      <div className={classes.head}>
        <div>
          <h2>{messages.loadingEventsOf(formatLoaded(run.read))}</h2>
          <p className={classes.hint}>{formatLoading(run)}</p>
        </div>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ to: 'cancel' })}
        >
          {uiMessages.cancel}
        </Button>
      </div>
      <RunBar run={run} />
      {run.problem !== null && <Notice tone="wait">{run.problem}</Notice>}
      <RunProblem error={change.error} />
    </section>
  )
}
