import { Button } from '@mantine/core'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { useTimes } from '../../format/times.ts'
import progress from '../../ui/progress.module.css'
import readOut from '../../ui/read-out.module.css'
import type { RangeReadingControl } from '../range/use-range-reading.ts'
import { readingWords } from './reading-messages.ts'
import classes from './reading-status.module.css'

type ReadingStatusProps = { list: FailedEventList; control: RangeReadingControl }

/** How much of the range has been read, and what can be done about the rest. */
export function ReadingStatus({ list, control }: ReadingStatusProps) {
  const times = useTimes()
  const { reading, isReading, error } = control
  const words = readingWords({ list, reading, isReading, error, time: times.brief })
  const tone = error !== null ? 'bad' : !isReading && !reading.isComplete ? 'wait' : 'calm'
  return (
    <section className={classes.status} data-tone={tone} aria-label="How much is loaded">
      <p className={classes.words}>{words}</p>
      {/* Numbers that change with every page are not read out. */}
      <p className={readOut.only} role={tone === 'bad' ? 'alert' : 'status'}>
        {isReading ? (reading.wait === null ? 'Loading…' : 'Waiting for the service…') : words}
      </p>
      {isReading && (
        <progress
          className={progress.bar}
          aria-label="Events loaded"
          value={reading.count === null ? undefined : reading.read}
          max={Math.max(1, reading.count ?? 1)}
        />
      )}
      {isReading ? (
        <Button size="xs" variant="default" onClick={control.cancel}>
          Cancel
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={control.read}>
          {reading.isComplete ? 'Refresh' : 'Load more'}
        </Button>
      )}
    </section>
  )
}
