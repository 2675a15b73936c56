import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { Reading } from '../../../contract/events.ts'
import { useTimes } from '../../format/times.ts'
import progress from '../../ui/progress.module.css'
import { focusIfLost } from '../../ui/use-focus-if-lost.ts'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { useList } from '../event/list/use-list.tsx'
import { AlsoMissing } from '../range/also-missing.tsx'
import type { ReadingControl } from '../range/use-reading.ts'
import { formatLoadProgress } from './load-messages.ts'
import classes from './load-status.module.css'

/** A range whose reading has begun. */
export type ShownRangeProps = {
  control: ReadingControl & { reading: Reading; version: string }
}

type LoadStatusProps = ShownRangeProps & {
  /**
   * Removes rows that no longer match the filter. Until then they stay while a person looks at them. undefined if
   * the list is as it would be now.
   */
  onUpdate?: (() => void) | undefined
}

/**
 * How much of the range the gateway has read, with actions for the rest. It also says that the list has
 * changed, because a line of its own would move the rows under the pointer.
 */
export function LoadStatus({ control, onUpdate }: LoadStatusProps) {
  const { list, search } = useList()
  const times = useTimes()
  const { reading, problem: error } = control
  const text = formatLoadProgress({ list, reading, error, time: times.brief })
  const tone = toneOf(reading, error)
  const section = useRef<HTMLElement>(null)
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classes.status}
      data-tone={tone}
      data-changed={(onUpdate && tone === 'calm') || undefined}
      aria-label="How much is loaded"
    >
      <div className={classes.text}>
        <span>{text}</span>{' '}
        <span className={classes.changed} role="status">
          {onUpdate && 'This list has changed.'}
        </span>
      </div>
      <p className={classes.also}>
        <AlsoMissing list={list} search={search} />
      </p>
      {/* Screen readers don't announce numbers that change with every page. */}
      <p className={visuallyHidden.only} role={tone === 'bad' ? 'alert' : 'status'}>
        {!isFirstReading(reading)
          ? text
          : reading.wait === null
            ? 'Loading…'
            : 'Waiting for the service…'}
      </p>
      {isFirstReading(reading) && <ReadingProgress reading={reading} />}
      {onUpdate && (
        <Button
          size="xs"
          onClick={() => {
            onUpdate()
            focusIfLost(section)
          }}
        >
          Update the list
        </Button>
      )}
      <ReadingButton control={control} />
    </section>
  )
}

/** A range that was read before is read again without a word. */
function isFirstReading({ is_reading, is_complete }: Reading): boolean {
  return is_reading && !is_complete
}

function toneOf(reading: Reading, error: Error | null): 'bad' | 'wait' | 'calm' {
  if (error !== null) return 'bad'
  return reading.is_reading || reading.is_complete ? 'calm' : 'wait'
}

export function ReadingProgress({ reading: { count, read } }: { reading: Reading }) {
  return (
    <progress
      className={progress.bar}
      aria-label="Events loaded"
      value={count === null ? undefined : read}
      max={Math.max(1, count ?? 1)}
    />
  )
}

function ReadingButton({ control }: ShownRangeProps) {
  const { reading, problem: error } = control
  if (isFirstReading(reading)) {
    return (
      <Button size="xs" variant="subtle" onClick={control.stop}>
        Stop
      </Button>
    )
  }
  const again = error === null ? 'Load more' : 'Try again'
  return (
    <Button
      className={classes.load}
      size="xs"
      variant="subtle"
      loading={reading.is_reading}
      onClick={() => control.readAgain()}
    >
      {reading.is_complete ? 'Refresh' : again}
    </Button>
  )
}
