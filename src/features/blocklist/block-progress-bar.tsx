import { Button } from '@mantine/core'
import type { BlockProgress } from './block-in-parts.ts'
import classes from './block-progress-bar.module.css'

type BlockProgressBarProps = { progress: BlockProgress; onStop: () => void }

/** How many of the numbers are blocked by now, and a way to stop there. */
export function BlockProgressBar({ progress: { done, all }, onStop }: BlockProgressBarProps) {
  const words = `${done.toLocaleString('en')} of ${all.toLocaleString('en')} numbers sent`
  return (
    <div className={classes.progress}>
      <p role="status">{words}</p>
      <progress aria-label="Blocking numbers" value={done} max={all} />
      <Button variant="default" size="compact-sm" onClick={onStop}>
        Stop after this part
      </Button>
    </div>
  )
}
