import { Button } from '@mantine/core'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { Notice } from '../../../ui/notice.tsx'
import { RunBar } from '../run-bar.tsx'
import { formatLoaded } from '../run-messages.ts'
import { RunProblem } from './run-progress.tsx'
import classes from './run-state.module.css'
import { useRunChange } from './use-run-change.ts'

function formatLoading({ asked_for, read }: ReplayRunDetails): string {
  if (asked_for === 'failed_again') {
    return 'Redial is copying the events that failed again. You can check them before anything is sent.'
  }
  return asked_for === 'named' && read.of === 1
    ? 'Redial is loading the event from the service. Nothing is sent yet.'
    : 'Redial is loading the events from the service. You can check them before anything is sent.'
}

/** The events of the run are loading; nothing is sent yet. */
export function RunReading({ run }: { run: ReplayRunDetails }) {
  const change = useRunChange(run.id)
  return (
    <section className={classes.state}>
      <div className={classes.head}>
        <div>
          <h2>Loading {formatLoaded(run.read)}</h2>
          <p className={classes.hint}>{formatLoading(run)}</p>
        </div>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ to: 'cancel' })}
        >
          Cancel
        </Button>
      </div>
      <RunBar run={run} />
      {run.problem !== null && <Notice tone="wait">{run.problem}</Notice>}
      <RunProblem error={change.error} />
    </section>
  )
}
