import { Button } from '@mantine/core'
import { clsx } from 'clsx'
import { MAX_NUMBERS_PER_REQUEST } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatWait } from '../../../format/durations.ts'
import notice from '../../../ui/notice.module.css'
import classes from './change-progress.module.css'
import type { ChangeWithProgress } from './use-blocklist-change.ts'

type ChangeProgressProps = {
  /** The action: "Blocking numbers". */
  label: string
  change: ChangeWithProgress
}

/** Shows how many numbers of a long change are done, with a button that stops the rest. */
export function ChangeProgress({
  label,
  change: { progress, isStopping, stop },
}: ChangeProgressProps) {
  if (progress === null) return null
  const { done, all, wait } = progress
  if (all <= MAX_NUMBERS_PER_REQUEST && wait === null) return null
  return (
    <div className={clsx(notice.box, classes.progress)}>
      <p role="status">
        {label}: {formatNumber(done)} of {formatNumber(all)} done.
        {wait !== null &&
          ` The service asks us to wait ${formatWait(wait)}. Then it continues automatically.`}
        {isStopping && ` Stopping once the service has answered.`}
      </p>
      <progress aria-label={label} value={done} max={all} />
      <Button variant="default" size="xs" disabled={isStopping} onClick={stop}>
        Stop after this batch
      </Button>
    </div>
  )
}
