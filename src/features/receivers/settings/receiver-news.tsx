import { Button, CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import classes from './receiver-news.module.css'

export type ReceiverNewsItem = {
  text: string
  tone: 'good' | 'bad'
  /** Takes back what was done. */
  onUndo?: () => void
}

type ReceiverNewsProps = { item: ReceiverNewsItem | null; isBusy: boolean; onClose: () => void }

/**
 * What the last change did, said politely to those who can't see it. The region is there before
 * there is anything to say: otherwise it would not be read out.
 */
export function ReceiverNews({ item, isBusy, onClose }: ReceiverNewsProps) {
  return (
    <div role="status">
      {item && (
        <div className={classes.news} data-tone={item.tone}>
          <p>{item.text}</p>
          {item.onUndo && (
            <Button variant="default" size="compact-sm" loading={isBusy} onClick={item.onUndo}>
              Undo
            </Button>
          )}
          <CloseButton aria-label="Close this message" onClick={onClose} />
        </div>
      )}
    </div>
  )
}
