import { Button } from '@mantine/core'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { useTimes } from '../../format/times.ts'
import * as uiMessages from '../../ui/messages.ts'
import progress from '../../ui/progress.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import type { RangeLoadControl } from '../range/use-range-load.ts'
import { formatLoadProgress } from './load-messages.ts'
import classes from './load-status.module.css'
import * as messages from './messages.ts'

type LoadStatusProps = { list: FailedEventList; control: RangeLoadControl }

/** The load progress of the range, with actions for the rest. */
export function LoadStatus({ list, control }: LoadStatusProps) {
  const times = useTimes()
  const { load, isLoading, error } = control
  const text = formatLoadProgress({ list, load, isLoading, error, time: times.brief })
  const tone = error !== null ? 'bad' : !isLoading && !load.isComplete ? 'wait' : 'calm'
  return (
    <section className={classes.status} data-tone={tone} aria-label={messages.statusLabel}>
      <p className={classes.text}>{text}</p>
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
      {isLoading ? (
        <Button size="xs" variant="default" onClick={control.cancel}>
          {uiMessages.cancel}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={control.read}>
          {load.isComplete ? messages.refresh : messages.loadMore}
        </Button>
      )}
    </section>
  )
}
