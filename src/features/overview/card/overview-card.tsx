import { type ReactNode, useId } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { describeError } from '../../../api/error-messages.ts'
import { Card } from '../../../ui/card.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { AnswerOf } from '../../request-errors/request-failure.tsx'
import { type FailedRead, FailedReadNotice } from '../../request-errors/request-notices.tsx'
import classes from './overview-card.module.css'

type OverviewCardProps = {
  title: ReactNode
  /** One line about its content or its time. */
  about?: ReactNode
  /** Content next to the title: a link to the page with more, or a choice. */
  action?: ReactNode
  /** It usually has only one line. */
  isShort?: boolean
  children: ReactNode
}

/** One card of the overview. It has its own states, so that no card breaks the page. */
export function OverviewCard({ title, about, action, isShort, children }: OverviewCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card>
        <header className={classes.header}>
          <div>
            <h2 id={id}>{title}</h2>
            {about && <p className={classes.about}>{about}</p>}
          </div>
          {action}
        </header>
        <div className={classes.content} data-short={isShort}>
          {children}
        </div>
      </Card>
    </section>
  )
}

/** A sentence for an empty card, or a note about its content. */
export function CardNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>
}

/** Says that one card could not be loaded. The others still work. It can't look like an empty result. */
export function CardFailure({ query, list }: { query: FailedRead; list?: FailedEventList }) {
  return (
    <>
      <FailedReadNotice query={query}>
        {list && `${LIST_LABELS[list].title} could not be read. `}
        {describeError(query.error).message}
      </FailedReadNotice>
      <AnswerOf error={query.error} place="card" />
    </>
  )
}
