import { Button, CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import classes from './receiver-news.module.css'

export type ReceiverNotification = {
  text: string
  tone: 'good' | 'bad'
  /** Undoes the change. */
  onUndo?: () => void
}

type ReceiverNewsProps = { item: ReceiverNotification | null; isBusy: boolean; onClose: () => void }

/**
 * Shows the result of the last change and announces it to screen readers. The region is always rendered,
 * because screen readers announce only changes inside an existing region.
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
