import { isLoading, type ReplayRun } from '../../../contract/replay.ts'
import classes from './run-bar.module.css'
import { countOfRun, countSettled, formatProgress } from './run-messages.ts'

const PARTS = ['delivered', 'failed_again'] as const

/** The progress of a run: first its loaded events, then their outcomes. */
export function RunBar({ run, size }: { run: ReplayRun; size?: 'small' }) {
  const isRead = isLoading(run)
  const of = isRead ? run.read.of : countOfRun(run)
  const done = isRead ? run.read.found : countSettled(run.counts)
  const counts = isRead
    ? [{ part: 'read', count: run.read.found }]
    : PARTS.map(part => ({ part, count: run.counts[part] }))
  const parts = sharesOf(counts, Math.max(done, of ?? done * 2))
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
      {parts.map(({ part, from, to }) => (
        <div
          key={part}
          className={classes.part}
          data-part={part}
          style={{ transform: `translateX(${100 * from}%) scaleX(${to - from})` }}
        />
      ))}
    </div>
  )
}

type Part = { part: string; count: number }

/** Where each part begins and ends, from 0 to 1. */
function sharesOf(parts: Part[], all: number): { part: string; from: number; to: number }[] {
  let sum = 0
  return parts.map(({ part, count }) => {
    const from = sum
    sum += all === 0 ? 0 : count / all
    return { part, from, to: sum }
  })
}
