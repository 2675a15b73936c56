import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { useRef } from 'react'
import { focusIfLost } from '../../ui/focus-if-lost.ts'
import type { NewsItem } from './batch/news-item.ts'
import classes from './news.module.css'
import { UndoButton } from './unblock/undo-button.tsx'

type NewsProps = { item: NewsItem | null; onNews: (item: NewsItem | null) => void }

/**
 * What the last action did, said politely to those who can't see it. The region is there before
 * there is anything to say: otherwise it would not be read out.
 */
export function News({ item, onNews }: NewsProps) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <div role="status">
      {item && (
        <div className={classes.news} data-as-meant={item.isAsMeant}>
          <p>{item.text}</p>
          {item.undo && (
            <UndoButton
              key={item.undo}
              id={item.undo}
              onUndone={news => {
                onNews(news)
                focusIfLost(close)
              }}
            />
          )}
          <CloseButton ref={close} aria-label="Close this message" onClick={() => onNews(null)} />
        </div>
      )}
    </div>
  )
}
