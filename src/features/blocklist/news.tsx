import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import classes from './news.module.css'

export type NewsItem = {
  text: string
  /** Whether all went as it was meant; if not, it must not look as if it had. */
  isAsMeant: boolean
}

/**
 * What the last action did, said politely to those who can't see it. The region is there before
 * there is anything to say: otherwise it would not be read out.
 */
export function News({ item, onClose }: { item: NewsItem | null; onClose: () => void }) {
  return (
    <div role="status">
      {item && (
        <div className={classes.news} data-as-meant={item.isAsMeant}>
          <p>{item.text}</p>
          <CloseButton aria-label="Close this message" onClick={onClose} />
        </div>
      )}
    </div>
  )
}
