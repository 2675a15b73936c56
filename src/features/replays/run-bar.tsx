import type { ReplayRun } from '../../../contract/replay.ts'
import classes from './run-bar.module.css'
import { countSettled, formatProgress, totalOf } from './run-messages.ts'

const PARTS = ['delivered', 'failed_again', 'skipped'] as const

/** The progress of a run: first its loaded events, then their outcomes. */
export function RunBar({ run, size }: { run: ReplayRun; size?: 'small' }) {
  const isLoading = run.state === 'reading'
  const of = isLoading ? run.read.of : totalOf(run.counts)
  const done = isLoading ? run.read.found : countSettled(run.counts)
  const parts = isLoading
    ? [{ part: 'read', count: run.read.found }]
    : PARTS.map(part => ({ part, count: run.counts[part] }))
  return (
    <div
      className={classes.bar}
      data-size={size}
      role="progressbar"
      aria-label="Progress"
      aria-valuetext={formatProgress(run)}
      aria-valuenow={of === null ? undefined : Math.min(done, of)}
      aria-valuemin={0}
      aria-valuemax={of ?? undefined}
    >
      {parts.map(({ part, count }) => (
        <div key={part} className={classes.part} data-part={part} style={{ flexGrow: count }} />
      ))}
      <div className={classes.part} style={{ flexGrow: Math.max(0, (of ?? done * 2) - done) }} />
    </div>
  )
}
