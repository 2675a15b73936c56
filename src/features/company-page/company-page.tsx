import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StateCounts } from '../../../contract/events.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { formatDateRange } from '../../format/days.ts'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import segments from '../../ui/segments.module.css'
import { companiesQuery } from '../blocklist/records/queries.ts'
import { MessageButton } from '../customer-message/message-button.tsx'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { ListLink } from '../event/list/list-link.tsx'
import { type DateRange, requestedDates, type StateFilter } from '../event/list/list-search.ts'
import { lastDays } from '../failed-events/date-range/date-presets.ts'
import { FollowUpPanel } from '../follow-up/follow-up-panel.tsx'
import { OverviewCard } from '../overview/card/overview-card.tsx'
import { ToDoCard, useToDos } from '../overview/cards/to-do-card.tsx'
import classes from './company-page.module.css'

const SPANS = [7, 30]

type CompanyPageProps = { name: string; range: DateRange }

/** What a customer has not received, with everything that failed for it in both lists. */
export function CompanyPage({ name, range }: CompanyPageProps) {
  const today = useTimes().today()
  const toDo = useToDos(range, { company: name })
  return (
    <>
      <PageHeader
        title={name}
        action={
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
        }
      >
        {capitalise(formatDateRange(range).replace(/^on /, ''))}
      </PageHeader>
      <div className={classes.page}>
        <ToDoCard toDo={toDo} title="Still missing, by receiver" />
        {toDo.isSettled && <EventsCard name={name} toDo={toDo} />}
        {toDo.isSettled && (
          <OverviewCard title="Follow-up">
            <div className={classes.followUp}>
              <FollowUpPanel about={{ kind: 'company', value: name }} />
            </div>
          </OverviewCard>
        )}
      </div>
    </>
  )
}

const COLUMNS: { state: keyof StateCounts & StateFilter; title: string }[] = [
  { state: 'all', title: 'Failed' },
  { state: 'delivered', title: 'Delivered by a replay' },
  { state: 'handled', title: 'Handled elsewhere' },
  { state: 'missing', title: 'Still missing' },
]

function EventsCard({ name, toDo }: { name: string; toDo: ReturnType<typeof useToDos> }) {
  const { data: companies = [] } = useQuery(companiesQuery)
  const company = companies.find(one => one.name === name)
  const isMissing = toDo.both.some(({ query }) => (query.data?.states.missing ?? 0) > 0)
  return (
    <OverviewCard
      title="All events of these days"
      isShort
      action={
        <div className={classes.actions}>
          <MessageButton
            isInTable
            hasLabel
            events={FailedEventList.options.map(list => ({
              list,
              ...requestedDates(toDo.range),
              company: name,
              state: isMissing ? ('missing' as const) : ('all' as const),
            }))}
          />
          {company && (
            <Link to="/blocklist" search={{ entity: company.reference }}>
              Blocked numbers
            </Link>
          )}
        </div>
      }
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Events</th>
            {COLUMNS.map(({ state, title }) => (
              <th key={state} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FailedEventList.options.map(list => (
            <tr key={list}>
              <th scope="row">{LIST_LABELS[list].title}</th>
              {COLUMNS.map(({ state }) => {
                const count = toDo.missing[list].query.data?.states[state]
                return (
                  <td key={state}>
                    <ListLink list={list} range={toDo.range} company={name} state={state}>
                      {count === undefined ? 'Unknown' : formatNumber(count)}
                    </ListLink>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </OverviewCard>
  )
}
