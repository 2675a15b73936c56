import { IconClockPause } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import {
  DEFAULT_ORDER_DAYS,
  MAX_ORDER_DAYS,
  type StandingOrder,
  type StandingOrders,
} from '../../../../contract/standing-order.ts'
import { formatCount } from '../../../../contract/text/count.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { errorText } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { Time } from '../../../format/time.tsx'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { useReceivers } from '../../receivers/queries/receivers-query.ts'
import { ReceiverName } from '../../receivers/receiver-link.tsx'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { StaleNotice } from '../../request-errors/request-notices.tsx'
import { ChangeButton, type RunChange, useRunChange } from '../run/run-change.tsx'
import { formatOrdered } from '../run-messages.ts'
import { ReplayTabs } from './replay-tabs.tsx'
import { standingOrdersQuery } from './standing-orders-query.ts'
import classes from './waiting-page.module.css'

/** How many paused receivers are named. */
const NAMED = 3

type OrderProps = { order: StandingOrder }

const COLUMNS: Column<StandingOrder>[] = [
  {
    id: 'receiver',
    header: 'Receiver and events',
    isRowHeader: true,
    share: 2,
    cell: order => <Receiver order={order} />,
  },
  {
    id: 'last_trial',
    header: 'Last trial',
    cardLabel: 'Last trial',
    cell: order => <LastTrial order={order} />,
  },
  {
    id: 'next_trial',
    header: 'Next trial',
    cardLabel: 'Next trial',
    cell: order => <NextTrial order={order} />,
  },
  {
    id: 'ends_at',
    header: 'Ends',
    cardLabel: 'Ends',
    width: '13%',
    cell: order => <End order={order} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: 'minmax(230px, 20%)',
    cell: order => <Actions order={order} />,
  },
]

/** The replays that wait until a receiver recovers. */
export default function WaitingPage() {
  const query = useQuery(standingOrdersQuery)
  const { data } = query
  const table = useTableModel({ columns: COLUMNS })
  return (
    <>
      <PageHeader title="Replays" action={<ReplayTabs />}>
        Events that Redial sends when their receiver recovers. Until then it tries one event, the
        oldest, now and then.
      </PageHeader>
      <Card>
        {data === undefined ? (
          <QueryWithoutData query={query} label="Loading waiting replays…" />
        ) : data.results.length === 0 ? (
          <EmptyState
            icon={<IconClockPause size={22} aria-hidden />}
            title="No replay waits for a receiver to recover"
            message={
              <>
                If a receiver fails, choose “Send when it recovers” in a draft, or “Keep trying” at
                the paused receiver of a <Link to="/replays">replay</Link>. It appears here.
              </>
            }
          />
        ) : (
          <>
            {query.isRefetchError && <StaleNotice query={query} />}
            <DataTable
              label="Waiting replays"
              table={table}
              rows={data.results}
              rowId={({ run_id, receiver }) => `${run_id} ${receiver}`}
            />
          </>
        )}
        {data && <PausedReplays {...data} />}
      </Card>
    </>
  )
}

/** What waits for a person, which the table doesn't list. */
function PausedReplays({ results, paused: all }: StandingOrders) {
  const paused = all.filter(one =>
    results.every(({ run_id, receiver }) => run_id !== one.run_id || receiver !== one.receiver),
  )
  if (paused.length === 0) return null
  const others = paused.length - NAMED
  return (
    <p className={classes.paused}>
      {formatCount(paused.length, 'receiver is', 'receivers are')} paused until somebody continues{' '}
      {paused.length === 1 ? 'it' : 'them'}:{' '}
      {paused.slice(0, NAMED).map(({ run_id, receiver }, at) => (
        <Fragment key={`${run_id} ${receiver}`}>
          {at > 0 && ', '}
          <Link to="/replays/$runId" params={{ runId: run_id }} translate="no">
            {shownReceiver(receiver)}
          </Link>
        </Fragment>
      ))}
      {others > 0 && ` and ${formatCount(others, 'other', 'others')}`}.
    </p>
  )
}

function Receiver({ order }: OrderProps) {
  const { run_id, receiver, name, who } = order
  const companies = useReceivers().get(receiver)?.companies ?? []
  return (
    <>
      <ReceiverName companies={companies}>
        <Link to="/replays/$runId" params={{ runId: run_id }} className={classes.receiver}>
          <span translate="no">{shownReceiver(receiver)}</span>
        </Link>
      </ReceiverName>
      <div className={classes.dimmed}>
        {formatOrdered(order)}
        {who !== null && (
          <>
            {', requested by '}
            <span translate="no">{who}</span>
          </>
        )}
      </div>
      {name !== null && <div className={classes.dimmed}>{name}</div>}
    </>
  )
}

function LastTrial({ order: { last_trial: trial } }: OrderProps) {
  if (trial === null) return <span className={classes.dimmed}>None yet</span>
  return (
    <>
      {trial.failure === null ? 'Delivered' : failureSummary(trial.failure)}
      <div className={classes.dimmed}>
        <Time stamp={trial.at} as="moment" />
      </div>
    </>
  )
}

function NextTrial({ order: { state, problem, last_trial, next_trial_at } }: OrderProps) {
  switch (state) {
    case 'reading':
      return 'It recovered: Redial looks for what failed since'
    case 'sending':
      return last_trial?.failure === null ? 'It recovered: the rest is being sent' : 'Now'
    case 'paused':
      return 'None: the replay is paused'
    case 'ended':
      return <span className={classes.problem}>None. {problem}</span>
    case 'waiting':
      return next_trial_at === null ? 'Now' : <Time stamp={next_trial_at} as="moment" />
  }
}

function End({ order: { ends_at, state, events } }: OrderProps) {
  if (state === 'ended') return events > 0 ? 'Paused until somebody continues' : 'Ended'
  return <Time stamp={ends_at} as="moment" />
}

function Actions({ order }: OrderProps) {
  const { run_id, receiver, state, ends_at } = order
  const queryClient = useQueryClient()
  const change = useRunChange(run_id)
  const of = formatCount(order.events, 'event', 'events')
  const name = shownReceiver(receiver)
  const mutate = (to: RunChange, done: string) =>
    change.mutate(to, {
      onSuccess: () => notify({ text: done }),
      onError: error => notify({ text: errorText(error), isSuccess: false }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.standingOrders }),
    })
  if (state === 'paused') return null
  const hasEvents = order.events > 0
  const actions: { label: string; to: RunChange; done: string }[] = [
    {
      label: hasEvents || state === 'reading' ? 'Stop' : 'Dismiss',
      to: { to: 'stop', receiver },
      done: hasEvents
        ? `Stopped: ${of} will not be sent to ${name}.`
        : `Redial no longer waits for ${name}.`,
    },
  ]
  // After the end of an order, waiting doesn't help.
  if (state === 'waiting' && hasEvents) {
    actions.unshift({
      label: 'Extend',
      to: { to: 'orders', receiver, days: daysAfter(ends_at) },
      done: `Redial will wait longer for ${name}.`,
    })
  }
  if ((state === 'waiting' || state === 'ended') && hasEvents) {
    actions.unshift({
      label: state === 'ended' ? 'Continue now' : 'Try now',
      to: { to: 'continue', receiver },
      done: `Trying ${name} now.`,
    })
  }
  return (
    <div className={classes.actions}>
      {actions.map(({ label, to, done }) => (
        <ChangeButton
          key={label}
          {...{ change, receiver, label }}
          to={to.to}
          size="xs"
          aria-label={`${label}: ${name}`}
          onClick={() => mutate(to, done)}
        />
      ))}
    </div>
  )
}

/** The new length of an order that gets another week. */
function daysAfter(endsAt: string): number {
  const remainingDays = Math.max(0, Date.parse(endsAt) - Date.now()) / 86_400_000
  return Math.min(MAX_ORDER_DAYS, Math.ceil(remainingDays) + DEFAULT_ORDER_DAYS)
}
