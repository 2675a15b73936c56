import { isLoading, type ReplayRun } from '../../../contract/replay.ts'
import classes from './run-bar.module.css'
import { countOfRun, countSettled, formatProgress } from './run-counts.ts'

/** The progress of a run: first its loaded events, then their outcomes. */
export function RunBar({ run, size }: { run: ReplayRun; size?: 'small' }) {
  const isRead = isLoading(run)
  const of = isRead ? run.read.of : countOfRun(run)
  const done = isRead ? run.read.found : countSettled(run.counts)
  const all = Math.max(1, done, of ?? done * 2)
  // Each part begins where the bar does, and the next one covers its beginning.
  const parts = isRead ? { read: done } : { failed_again: done, delivered: run.counts.delivered }
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
      {Object.entries(parts).map(([part, count]) => (
        <div
          key={part}
          className={classes.part}
          data-part={part}
          style={{ transform: `scaleX(${count / all})` }}
        />
      ))}
    </div>
  )
}
