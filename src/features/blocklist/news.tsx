import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import classes from './news.module.css'

/**
 * What the last action did, said politely to those who can't see it. The region is there before
 * there is anything to say: otherwise it would not be read out.
 */
export function News({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div role="status" className={classes.region}>
      {text !== '' && (
        <div className={classes.news}>
          <p>{text}</p>
          <CloseButton aria-label="Close this message" onClick={onClose} />
        </div>
      )}
    </div>
  )
}
