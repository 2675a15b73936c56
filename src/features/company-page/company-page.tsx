import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { firstDayCounted } from '../../../contract/day-counts.ts'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import type { ListedEvent, StateCounts } from '../../../contract/events.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { formatDateRange } from '../../format/days.ts'
import { Time } from '../../format/time.tsx'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Chip } from '../../ui/states/chip.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts'
import { blockNumbers } from '../blocklist/messages.ts'
import { blocklistQuery, useCompanies } from '../blocklist/records/queries.ts'
import { UnknownCompany, useCompanyNames } from '../blocklist/unknown-company.tsx'
import { MessageButton } from '../customer-message/message-button.tsx'
import { withStates } from '../event/event-row.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { ListLink } from '../event/list/list-link.tsx'
import { type DateRange, requestedDates } from '../event/list/list-search.ts'
import { ReportLink } from '../event/list/report-link.tsx'
import { lastDays } from '../failed-events/date-range/date-presets.ts'
import { CalendarButton, RangeButtons } from '../failed-events/date-range/date-range-bar.tsx'
import FollowUpPanel from '../follow-up/follow-up-panel.tsx'
import { CardFailure, CardNote, OverviewCard } from '../overview/card/overview-card.tsx'
import { OlderOfCompany } from '../overview/cards/older-events.tsx'
import { RunList } from '../overview/cards/running-replays-card.tsx'
import { ToDoCard } from '../overview/cards/to-do-card.tsx'
import { MAX_WAIT_MS, type ToDos, useToDos } from '../overview/cards/use-to-dos.ts'
import { eventsQuery, rangeParameters } from '../range/events-query.ts'
import { listedRow } from '../range/listed-row.ts'
import { stateLook } from '../replays/replay-messages.ts'
import { replayRunsQuery } from '../replays/replay-runs-query.ts'
import { WaitNotice } from '../request-errors/request-notices.tsx'
import classes from './company-page.module.css'

const route = getRouteApi('/_signed-in/companies/$name')

/** A customer: what is still missing, what people do about it, and everything else that concerns it. */
export default function CompanyPage(): ReactNode {
  const { name } = route.useParams()
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const onRange = (search: DateRange) =>
    void navigate({ search, replace: true, resetScroll: false })
  const today = useTimes().today()
  const isRange = from !== undefined && to !== undefined && from <= to
  const range = isRange ? { from, to } : lastDays(7)(today)
  const earlier = firstDayCounted(today)
  const earlier_from = earlier < range.from ? earlier : undefined
  const toDo = useToDos(range, { company: name, earlier_from })
  const about = { kind: 'company', value: name } as const
  const query = toDo.receiversQuery
  const receivers = query.data?.receivers.filter(({ companies }) => companies.includes(name)) ?? []
  const related = receivers.map(({ receiver }) => ({ kind: 'receiver' as const, value: receiver }))
  const groups = toDo.both.flatMap(({ query }) => query.data?.results ?? [])
  const newest = groups.toSorted((one, other) => stampOf(one.last) - stampOf(other.last)).at(-1)
  const missing = groups.reduce((sum, group) => sum + group.missing, 0)
  const followUp = { about, related, last: newest?.last ?? null, missing }
  const names = useCompanyNames(query.data?.receivers)
  const isUnknown =
    names !== undefined &&
    !names.has(name) &&
    (name === UNKNOWN_COMPANY ||
      toDo.both.every(one => one.control.reading?.is_complete && one.query.data?.states.all === 0))
  return (
    <>
      <PageHeader
        title={name}
        action={
          <div className={classes.actions}>
            <ReportLink search={{ company: name, ...range }} />
            <RangeButtons range={range} onChange={onRange} />
            <CalendarButton range={range} onChange={onRange} />
          </div>
        }
      >
        {capitalise(formatDateRange(range).replace(/^on /, ''))}
      </PageHeader>
      <div className={classes.page}>
        {isUnknown ? (
          <Card>
            <UnknownCompany name={name} names={names} />
          </Card>
        ) : (
          <ToDoCard
            toDo={toDo}
            title="Still missing, by receiver"
            older={<OlderOfCompany toDo={toDo} />}
          />
        )}
        {toDo.isSettled && !isUnknown && <CompanyDetails {...{ name, toDo, followUp }} />}
      </div>
    </>
  )
}

type CompanyDetailsProps = CompanyEventsProps & {
  followUp: ComponentProps<typeof FollowUpPanel>
}

/** What is below the first card. It is drawn once all of it is there: a part that came later would move the others. */
function CompanyDetails({ name, toDo, followUp }: CompanyDetailsProps) {
  const latest = [
    useLatest('call_events_fail', name, toDo),
    useLatest('transcription_events_fail', name, toDo),
  ]
  const replays = useQuery({
    ...replayRunsQuery({ page: 1, size: LATEST_RUNS }, name),
    // They would be those of another company.
    placeholderData: undefined,
    // A colleague may start one.
    refetchInterval: RELOAD_EVERY_MS,
  })
  const runs = replays.data?.results
  const isLoading = [...latest, replays].some(query => query.isLoading)
  const isLate = useDelayedFlag(isLoading, MAX_WAIT_MS)
  if (isLoading && !isLate) return null
  return (
    <div className={classes.columns}>
      <div className={classes.page}>
        <CompanyEvents name={name} toDo={toDo} latest={latest} />
        <OverviewCard title="Replays" isShort action={<Link to="/replays">All replays</Link>}>
          {replays.isError && <CardFailure query={replays} />}
          {replays.isPending && <LoadingRows label="Loading the replays…" rows={0} />}
          {runs?.length === 0 && <CardNote>Nobody has replayed events of this company.</CardNote>}
          {runs && <RunList runs={runs} isOfCompany />}
        </OverviewCard>
      </div>
      <div className={classes.page}>
        <OverviewCard title="Follow-up" isShort>
          <div className={classes.followUp}>
            <FollowUpPanel {...followUp} />
          </div>
        </OverviewCard>
        <BlockedNumbers name={name} />
      </div>
    </div>
  )
}

type CompanyEventsProps = { name: string; toDo: ToDos }

const COLUMNS: { state: keyof StateCounts; title: string }[] = [
  { state: 'all', title: 'Failed' },
  { state: 'delivered', title: 'Delivered' },
  { state: 'handled', title: 'Handled' },
  { state: 'missing', title: 'Still missing' },
]

const LATEST = 10

/** The calls and AI events of the days: how many are in which state, and the latest of both lists. */
function CompanyEvents({
  name,
  toDo,
  ...props
}: CompanyEventsProps & { latest: UseQueryResult<ListedIn[]>[] }) {
  const failed =
    props.latest.find(({ isError }) => isError) ??
    (props.latest.some(({ data }) => data === undefined) ? toDo.failed : undefined)
  const latest = (failed ? [] : props.latest)
    .flatMap(({ data = [] }) => data)
    .toSorted((one, other) => timeOf(other.event) - timeOf(one.event))
    .slice(0, LATEST)
  const isMissing = toDo.both.some(({ query }) => (query.data?.states.missing ?? 0) > 0)
  // An account may be allowed only one of the lists.
  const readable = toDo.both.filter(({ query }) => query.data !== undefined)
  return (
    <OverviewCard
      title="All events of these days"
      isShort
      action={
        <MessageButton
          isInTable
          hasLabel
          events={(readable.length > 0 ? readable : toDo.both).map(({ list }) => ({
            list,
            ...requestedDates(toDo.range),
            company: name,
            state: isMissing ? ('missing' as const) : ('all' as const),
          }))}
        />
      }
    >
      <table className={classes.table} aria-busy={!toDo.isRead}>
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
      {props.latest.some(({ isLoading }) => isLoading) && (
        <LoadingRows label="Loading the latest events…" rows={0} />
      )}
      {failed && <CardFailure query={failed} />}
      {latest.length > 0 && <h3 className={classes.heading}>The latest calls and AI events</h3>}
      <ol className={classes.rows}>
        {latest.map(({ list, event }) => (
          <Latest key={`${list} ${event.key}`} {...{ list, event, name, toDo }} />
        ))}
      </ol>
    </OverviewCard>
  )
}

type ListedIn = { list: FailedEventList; event: ListedEvent }

function useLatest(list: FailedEventList, name: string, toDo: ToDos) {
  const { control } = toDo.missing[list]
  const filter = { ...rangeParameters(list, toDo.range), company: name, state: 'all' as const }
  return useQuery({
    ...eventsQuery(filter, { page: 1, size: LATEST }, control.version),
    select: ({ results }) => results.map(event => ({ list, event })),
  })
}

function timeOf({ failed_at, call }: ListedEvent): number {
  return stampOf(failed_at ?? call.call_end_stamp ?? call.call_start_stamp ?? null)
}

function stampOf(stamp: string | null): number {
  return Date.parse(stamp ?? '') || 0
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
        <Chip tone={stateLook(state).tone}>{stateLook(state).label}</Chip>{' '}
        {state?.state === 'delivered' || state?.state === 'handled' ? `It had failed: ${why}` : why}
      </p>
    </li>
  )
}

const LATEST_RUNS = 5
const RELOAD_EVERY_MS = 5_000

const NAMED = 3

/** The numbers whose calls to a company are rejected, apart from those of its groups and its partner. */
function BlockedNumbers({ name }: { name: string }) {
  const query = useQuery(blocklistQuery)
  const { companies, isLoading } = useCompanies()
  const blocked = query.data?.find(one => one.context === 'company' && one.name === name)
  // If several companies have the name, a person chooses one in the form.
  const [company, ...others] = companies.filter(one => one.name === name)
  const entity = (blocked ?? (others.length === 0 ? company : undefined))?.reference
  const numbers = blocked?.numbers ?? []
  const isBlocked = numbers.length > 0
  const shown = numbers.slice(0, NAMED).map(formatPhoneNumber)
  return (
    <OverviewCard
      title="Blocked numbers"
      isShort
      action={
        query.data &&
        !isLoading && (
          <Link to="/blocklist" search={{ entity, add: isBlocked ? undefined : 'true' }}>
            {isBlocked ? 'Blocklist' : blockNumbers}
          </Link>
        )
      }
    >
      {query.isError && <CardFailure query={query} />}
      <WaitNotice reason={query.isError ? null : query.failureReason} />
      {query.isPending && <LoadingRows label="Loading the blocklist…" rows={0} />}
      {query.data && (
        <CardNote>
          {!isBlocked
            ? 'No number is blocked for this company alone.'
            : `${formatCount(numbers.length, 'number', 'numbers')}: ${shown.join(', ')}${numbers.length > NAMED ? ', …' : ''}`}
        </CardNote>
      )}
    </OverviewCard>
  )
}
