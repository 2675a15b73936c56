import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { useTimes } from '../../format/times.ts'
import * as uiMessages from '../../ui/messages.ts'
import progress from '../../ui/progress.module.css'
import { focusIfLost } from '../../ui/use-focus-if-lost.ts'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import type { RangeLoadControl } from '../range/use-range-load.ts'
import { formatLoadProgress } from './load-messages.ts'
import classes from './load-status.module.css'
import * as messages from './messages.ts'

type LoadStatusProps = {
  list: FailedEventList
  control: RangeLoadControl
  /** The number of listed events whose state or cause has changed. */
  changed: number
  /** Removes rows that no longer match the filter. Until then they stay while a person looks at them. */
  onUpdate: () => void
}

/**
 * The load progress of the range, with actions for the rest. It also says how many events have changed,
 * because a line of its own would move the rows under the pointer.
 */
export function LoadStatus({ list, control, changed, onUpdate }: LoadStatusProps) {
  const times = useTimes()
  const { load, isLoading, error } = control
  const text = formatLoadProgress({ list, load, isLoading, error, time: times.brief })
  const tone = error !== null ? 'bad' : !isLoading && !load.isComplete ? 'wait' : 'calm'
  const section = useRef<HTMLElement>(null)
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classes.status}
      data-tone={tone}
      data-changed={(changed > 0 && load.isComplete && !isLoading && error === null) || undefined}
      aria-label={messages.statusLabel}
    >
      <div className={classes.text}>
        <span>{text}</span>{' '}
        <span className={classes.changed} role="status">
          {changed > 0 && messages.statesChanged(changed)}
        </span>
      </div>
      {/* Screen readers don't announce numbers that change with every page. */}
      <p className={visuallyHidden.only} role={tone === 'bad' ? 'alert' : 'status'}>
        {isLoading ? (load.wait === null ? messages.loading : messages.waiting) : text}
      </p>
      {isLoading && (
        <progress
          className={progress.bar}
          aria-label={messages.progressBar}
          value={load.count === null ? undefined : load.read}
          max={Math.max(1, load.count ?? 1)}
        />
      )}
      {changed > 0 && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            onUpdate()
            focusIfLost(section)
          }}
        >
          {messages.updateList}
        </Button>
      )}
      {isLoading ? (
        <Button size="xs" variant="default" onClick={control.cancel}>
          {uiMessages.cancel}
        </Button>
      ) : (
        <Button className={classes.load} size="xs" variant="default" onClick={control.read}>
          {load.isComplete ? messages.refresh : messages.loadMore}
        </Button>
      )}
    </section>
  )
}
