import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedEvent, StateCounts } from '../../../contract/events.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { Time } from '../../format/time.tsx'
import chip from '../../ui/chip.module.css'
import { MessageButton } from '../customer-message/message-button.tsx'
import { withStates } from '../event/event-row.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { ListLink } from '../event/list/list-link.tsx'
import { requestedDates, type StateFilter } from '../event/list/list-search.ts'
import { OverviewCard } from '../overview/card/overview-card.tsx'
import type { useToDos } from '../overview/cards/to-do-card.tsx'
import { eventsQuery, rangeParameters } from '../range/events-query.ts'
import { listedRow } from '../range/listed-row.ts'
import { STATE_LOOKS } from '../replays/states/state-labels.ts'
import classes from './company-page.module.css'

type CompanyEventsProps = { name: string; toDo: ReturnType<typeof useToDos> }

const COLUMNS: { state: keyof StateCounts & StateFilter; title: string }[] = [
  { state: 'all', title: 'Failed' },
  { state: 'delivered', title: 'Delivered by a replay' },
  { state: 'handled', title: 'Handled elsewhere' },
  { state: 'missing', title: 'Still missing' },
]

const LATEST = 10

/** The calls and AI events of the days: how many are in which state, and the latest of both lists. */
export function CompanyEvents({ name, toDo }: CompanyEventsProps) {
  const latest = [
    ...useLatest('call_events_fail', { name, toDo }),
    ...useLatest('transcription_events_fail', { name, toDo }),
  ]
    .toSorted((one, other) => timeOf(other.event) - timeOf(one.event))
    .slice(0, LATEST)
  const isMissing = toDo.both.some(({ query }) => (query.data?.states.missing ?? 0) > 0)
  return (
    <OverviewCard
      title="All events of these days"
      isShort
      action={
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
      {latest.length > 0 && <h3 className={classes.heading}>The latest of both</h3>}
      <ol className={classes.rows}>
        {latest.map(({ list, event }) => (
          <Latest key={`${list} ${event.key}`} {...{ list, event, name, toDo }} />
        ))}
      </ol>
    </OverviewCard>
  )
}

type ListedIn = { list: FailedEventList; event: ListedEvent }

function useLatest(list: FailedEventList, { name, toDo }: CompanyEventsProps): ListedIn[] {
  const { control } = toDo.missing[list]
  const filter = { ...rangeParameters(list, toDo.range), company: name, state: 'all' as const }
  const { data } = useQuery({
    ...eventsQuery(filter, { page: 1, size: LATEST }, control.version),
    placeholderData: previous => previous,
  })
  return data?.results.map(event => ({ list, event })) ?? []
}

function timeOf({ failed_at, call }: ListedEvent): number {
  return Date.parse(failed_at ?? call.call_end_stamp ?? call.call_start_stamp ?? '') || 0
}

function Latest({ list, event, name, toDo }: ListedIn & CompanyEventsProps) {
  const { from, to } = toDo.range
  const { state } = event
  const row = listedRow(event, list, '')
  const [{ why, about } = row] = withStates([row], new Map([[row.event.id, state]]))
  return (
    <li>
      <p>
        <Link
          to={LIST_LABELS[list].path}
          search={{ from, to, view: 'all', company: name, state: 'all', event: event.key }}
          preload={false}
        >
          {list === 'call_events_fail' ? capitalise(about) : `AI event of the ${about}`}
        </Link>{' '}
        {event.failed_at !== null && <Time stamp={event.failed_at} />}
      </p>
      <p>
        <span className={chip.chip} data-tone={state ? STATE_LOOKS[state.state].tone : 'wait'}>
          {state ? STATE_LOOKS[state.state].label : 'Still missing'}
        </span>{' '}
        {why}
      </p>
    </li>
  )
}
