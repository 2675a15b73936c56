import { Button } from '@mantine/core'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { useTimes } from '../../format/times.ts'
import * as uiMessages from '../../ui/messages.ts'
import progress from '../../ui/progress.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import type { RangeReadingControl } from '../range/use-range-reading.ts'
import * as messages from './messages.ts'
import { formatLoadProgress } from './reading-messages.ts'
import classes from './reading-status.module.css'

type ReadingStatusProps = { list: FailedEventList; control: RangeReadingControl }

/** The load progress of the range, with actions for the rest. */
export function ReadingStatus({ list, control }: ReadingStatusProps) {
  const times = useTimes()
  const { reading, isReading, error } = control
  const words = formatLoadProgress({ list, reading, isReading, error, time: times.brief })
  const tone = error !== null ? 'bad' : !isReading && !reading.isComplete ? 'wait' : 'calm'
  return (
    <section className={classes.status} data-tone={tone} aria-label={messages.statusLabel}>
      <p className={classes.words}>{words}</p>
      {/* Screen readers don't announce numbers that change with every page. */}
      <p className={visuallyHidden.only} role={tone === 'bad' ? 'alert' : 'status'}>
        {isReading ? (reading.wait === null ? messages.loading : messages.waiting) : words}
      </p>
      {isReading && (
        <progress
          className={progress.bar}
          aria-label={messages.progressBar}
          value={reading.count === null ? undefined : reading.read}
          max={Math.max(1, reading.count ?? 1)}
        />
      )}
      {isReading ? (
        <Button size="xs" variant="default" onClick={control.cancel}>
          {uiMessages.cancel}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={control.read}>
          {reading.isComplete ? messages.refresh : messages.loadMore}
        </Button>
      )}
    </section>
  )
}
