import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { errorText } from '../../../api/error-messages.ts'
import { Card } from '../../../ui/card.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { AnswerOf } from '../../request-errors/request-failure.tsx'
import loadingClasses from './card-loading.module.css'
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

type CardFailureProps = {
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching'> & { refetch: () => unknown }
}

/** Says that one card could not be loaded. The others still work. It can't look like an empty result. */
export function CardFailure({ query }: CardFailureProps) {
  return (
    <>
      <Notice tone="bad">
        {errorText(query.error)}{' '}
        <PlainButton
          data-size="xs"
          isLoading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {uiMessages.tryAgain}
        </PlainButton>
      </Notice>
      <AnswerOf error={query.error} place="card" />
    </>
  )
}

type CardLoadingProps = {
  label: string
  /** 0 for a card that usually has only one line. */
  rows?: number
}

export function CardLoading({ label, rows = 3 }: CardLoadingProps) {
  return (
    <div className={loadingClasses.loading} data-rows={rows} role="status">
      <span className={loadingClasses.label}>{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <span key={index} className={loadingClasses.row} aria-hidden />
      ))}
    </div>
  )
}
