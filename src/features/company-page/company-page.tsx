import { Link } from '@tanstack/react-router'
import type { Receiver } from '../../../contract/receiver.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { formatDateRange } from '../../format/days.ts'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import segments from '../../ui/segments.module.css'
import type { DateRange } from '../event/list/list-search.ts'
import { ReportLink } from '../event/list/report-link.tsx'
import { CalendarButton } from '../failed-events/date-range/calendar-button.tsx'
import { lastDays } from '../failed-events/date-range/date-presets.ts'
import { FollowUpActions } from '../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../follow-up/follow-up-line.tsx'
import { FollowUpPanel } from '../follow-up/follow-up-panel.tsx'
import { CardNote, OverviewCard } from '../overview/card/overview-card.tsx'
import { ToDoCard, useToDos } from '../overview/cards/to-do-card.tsx'
import { useReceiversQuery } from '../receivers/queries/receivers-query.ts'
import { StateWithReason } from '../receivers/state/state-with-reason.tsx'
import { BlockedNumbers } from './blocked-numbers.tsx'
import { CompanyEvents } from './company-events.tsx'
import classes from './company-page.module.css'
import { CompanyReplays } from './company-replays.tsx'

const SPANS = [7, 30]

type CompanyPageProps = {
  name: string
  range: DateRange
  onRange: (range: DateRange) => void
}

/** A customer: what is still missing, what people do about it, and everything else that concerns it. */
export function CompanyPage({ name, range, onRange }: CompanyPageProps) {
  const toDo = useToDos(range, { company: name })
  const about = { kind: 'company', value: name } as const
  const query = useReceiversQuery(toDo.both.map(({ control }) => control.version).join(' '))
  const receivers = query.data?.receivers.filter(({ companies }) => companies.includes(name)) ?? []
  return (
    <>
      <PageHeader
        title={name}
        action={
          <div className={classes.actions}>
            <FollowUpActions about={about} />
            <ReportLink search={{ company: name, ...range }} />
            <Days range={range} onRange={onRange} />
          </div>
        }
      >
        {capitalise(formatDateRange(range).replace(/^on /, ''))}
      </PageHeader>
      <div className={classes.page}>
        <ToDoCard toDo={toDo} title="Still missing, by receiver" />
        {toDo.isSettled && (
          <div className={classes.columns}>
            <div className={classes.page}>
              <CompanyEvents name={name} toDo={toDo} />
              <CompanyReplays name={name} receivers={receivers.map(({ receiver }) => receiver)} />
            </div>
            <div className={classes.page}>
              <OverviewCard title="Follow-up" isShort>
                <div className={classes.followUp}>
                  <FollowUpPanel about={about} />
                </div>
              </OverviewCard>
              <CompanyReceivers receivers={receivers} />
              <BlockedNumbers name={name} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

function Days({ range, onRange }: Pick<CompanyPageProps, 'range' | 'onRange'>) {
  const today = useTimes().today()
  return (
    <div className={classes.actions}>
      <nav className={segments.segments} aria-label="Days">
        {SPANS.map(days => {
          const span = lastDays(days)(today)
          const isShown = span.from === range.from && span.to === range.to
          return (
            <Link
              key={days}
              to="."
              search={span}
              aria-current={isShown ? 'true' : undefined}
              replace
            >
              Last {days} days
            </Link>
          )
        })}
      </nav>
      <CalendarButton range={range} onChange={onRange} />
    </div>
  )
}

/** The receivers that got events of a company, with their states. */
function CompanyReceivers({ receivers }: { receivers: Receiver[] }) {
  return (
    <OverviewCard title="Receivers" isShort>
      {receivers.length === 0 && <CardNote>Redial knows no receiver of this company yet.</CardNote>}
      <ul className={classes.rows}>
        {receivers.map(receiver => (
          <li key={receiver.receiver}>
            <p>
              <Link to="/receivers" search={{ receiver: receiver.receiver }} translate="no">
                {receiver.receiver}
              </Link>
            </p>
            <p>
              <StateWithReason receiver={receiver} />
            </p>
            <FollowUpLine about={{ kind: 'receiver', value: receiver.receiver }} />
          </li>
        ))}
      </ul>
    </OverviewCard>
  )
}
