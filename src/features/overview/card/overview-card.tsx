import { type ReactNode, useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import classes from './overview-card.module.css'

type OverviewCardProps = {
  title: string
  /** What it is about, or as of when, in a line. */
  about?: ReactNode
  /** Beside the title: a link to the page that has more, or a choice. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the overview. It loads, fails and is empty for itself: no part takes the page down. */
export function OverviewCard({ title, about, action, children }: OverviewCardProps) {
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
        {children}
      </Card>
    </section>
  )
}

/** Nothing to show, in a sentence; or what holds for what is shown. */
export function CardNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>
}
