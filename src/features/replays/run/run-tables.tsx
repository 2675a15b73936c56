import { IconClockPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Receiver } from '../../../../contract/receiver.ts'
import {
  type Includable,
  MAX_RECEIVERS_LISTED,
  type ReceiverPause,
  type ReplayRunDetails,
} from '../../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { useTimes } from '../../../format/times.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, countColumn } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { formatRunCause } from '../../event/cause/attempt-messages.ts'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import { useReceivers } from '../../receivers/queries/receivers-query.ts'
import { ReceiverLink, ReceiverName, SetReceiverLink } from '../../receivers/receiver-link.tsx'
import { StateWithReason } from '../../receivers/state/receiver-state.tsx'
import { ReceiverTest } from '../../receivers/test/receiver-test.tsx'
import { countSettled, countToSend, countWaiting, isLive } from '../run-counts.ts'
import { FILTER_LABELS, formatPause } from '../run-messages.ts'
import { ChangeButton, RunProblem, useRunChange } from './run-change.tsx'
import classes from './run-sections.module.css'
import { useRunSearch } from './use-run-search.ts'

type Row = ReplayRunDetails['receivers'][number]

/** @param least the width in which its header is one line */
function count(
  id: string,
  header: string,
  least: number,
  countOf: (row: Row) => number,
): Column<Row> {
  return countColumn({ id, header, width: `max(11%, ${least}px)` }, countOf)
}

const SKIPPED = count('skipped', 'Skipped', 92, ({ counts }) => counts.skipped)

/** @param byName the states of the receivers, as far as they are known */
function receiverColumns(
  run: ReplayRunDetails,
  included: Includable[],
  byName: ReadonlyMap<string, Receiver>,
): Column<Row>[] {
  const receiver: Column<Row> = {
    id: 'receiver',
    header: 'Receiver',
    sortFirst: 'ascending',
    sortValue: row => row.receiver,
    cell: ({ receiver: name, pause, some_companies, further_companies }) => {
      if (name === null) return 'Unknown receiver'
      const details = byName.get(name)
      return (
        <>
          <ReceiverName companies={some_companies} further={further_companies}>
            <ReceiverLink receiver={name} />
          </ReceiverName>
          {details && <StateWithReason receiver={details} />}
          <FollowUpLine
            about={{ kind: 'receiver', value: name }}
            related={some_companies.map(value => ({ kind: 'company', value }))}
            namesOwner
          />
          {pause && <Paused run={run} receiver={name} pauses={[pause]} />}
        </>
      )
    },
  }
  if (run.state !== 'ready') {
    return [
      receiver,
      count('delivered', 'Delivered', 104, ({ counts }) => counts.delivered),
      count('failed_again', 'Failed again', 116, ({ counts }) => counts.failed_again),
      SKIPPED,
      count('waiting', 'Waiting', 92, ({ counts }) => countWaiting(counts)),
    ]
  }
  const rare = (id: 'being_sent' | 'handled' | 'failed_often', header: string, least: number) =>
    run[id] > 0 ? [count(id, header, least, row => row[id])] : []
  return [
    receiver,
    count('to_send', 'To be sent', 104, row => countToSend(row, included)),
    ...rare('being_sent', 'Being sent', 106),
    count('already_delivered', 'Already delivered', 148, row => row.already_delivered),
    ...rare('handled', 'Handled', 92),
    ...rare('failed_often', 'Failed too often', 148),
    SKIPPED,
    {
      id: 'test',
      header: 'Test',
      width: '28%',
      hideHeader: true,
      cell: ({ receiver: name }) =>
        name === null ? (
          <SetReceivers trackingNumbers={run.without_receiver} />
        ) : (
          <ReceiverTest receiver={name} />
        ),
    },
  ]
}

type PausedProps = {
  run: ReplayRunDetails
  /** Missing for all that are paused. */
  receiver?: string
  pauses: ReceiverPause[]
}

/** Why a receiver gets no more events of the run for now, and what a person can do about that. */
function Paused({ run, receiver, pauses }: PausedProps) {
  const times = useTimes()
  const change = useRunChange(run.id)
  const isOrdered = pauses.every(({ order_until }) => order_until !== null)
  const isOrderable = pauses.some(({ order_until, may_heal }) => order_until === null && may_heal)
  const all = receiver === undefined ? ' all' : ''
  return (
    <div className={classes.paused}>
      <p>
        {receiver === undefined
          ? formatAllPaused(run, pauses)
          : pauses.map(pause => formatPause(pause, times.full))}
      </p>
      <div className={classes.buttons}>
        {isOrderable && (
          <ChangeButton
            {...{ change, receiver }}
            to="orders"
            label={`Keep trying${all}`}
            Icon={IconClockPause}
            title={HOW_IT_TRIES}
            isPrimary
          />
        )}
        <ChangeButton
          {...{ change, receiver }}
          to="continue"
          label={`${isOrdered ? 'Try' : 'Continue'}${all} now`}
          Icon={IconPlayerPlay}
        />
        <ChangeButton {...{ change, receiver }} to="stop" label={`Stop${all}`} Icon={IconX} />
      </div>
      <RunProblem error={change.error} />
    </div>
  )
}

const HOW_IT_TRIES = 'Redial tries one event now and then, and sends the rest once that one arrives'

function formatAllPaused({ paused_receivers }: ReplayRunDetails, pauses: ReceiverPause[]): string {
  const all = `All ${formatNumber(paused_receivers)} paused receivers together.`
  const useless = pauses.filter(({ may_heal }) => !may_heal).length
  if (useless === 0) return all
  return `${all} Waiting changes nothing for ${formatNumber(useless)} of them, so Redial doesn’t keep trying those.`
}

/** Receivers that need a person come first, then those that wait for the next trial. */
function urgencyOf({ pause }: Row): number {
  if (pause === null) return 2
  return pause.order_until === null ? 0 : 1
}

/** Links to the setting for events that name no receiver. An event that the service no longer lists has no number to set. */
function SetReceivers({ trackingNumbers }: { trackingNumbers: string[] }) {
  const shown = trackingNumbers.slice(0, LINKS)
  return (
    <ul className={classes.links}>
      {shown.map(number => (
        <li key={number}>
          <SetReceiverLink trackingNumber={number}>
            {`Set the receiver of ${formatPhoneNumber(number)}`}
          </SetReceiverLink>
        </li>
      ))}
      {shown.length < trackingNumbers.length && (
        <li>
          <Link to="/settings">Set receivers in Settings</Link>
        </li>
      )}
    </ul>
  )
}

/** How many numbers are linked; more would make the row too tall. */
const LINKS = 3

type RunReceiversProps = { run: ReplayRunDetails; included: Includable[] }

export function RunReceivers({ run, included }: RunReceiversProps) {
  const { search, onSearch } = useRunSearch()
  const { further_receivers } = run
  const rows = useMemo(
    () => run.receivers.toSorted((one, other) => urgencyOf(one) - urgencyOf(other)),
    [run],
  )
  // Each second of a run that is being sent would make them out of date.
  const hasStates = !isLive(run)
  const byName = useReceivers(`${run.state} ${countSettled(run.counts)}`, { enabled: hasStates })
  const columns = useMemo(
    () => receiverColumns(run, included, hasStates ? byName : new Map()),
    [run, included, hasStates, byName],
  )
  const table = useTableModel({
    columns,
    rows,
    sort: search.receivers_sort,
    // Otherwise the list is partial, and sorting it would be misleading.
    onSort:
      further_receivers === 0 &&
      (sort => onSearch({ ...search, receivers_sort: sort }, { replace: true })),
  })
  if (rows.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>Receivers</h2>
      {run.paused_receivers > 1 && (
        <Paused run={run} pauses={rows.flatMap(({ pause }) => pause ?? [])} />
      )}
      <Card>
        <DataTable
          label="Receivers"
          table={table}
          rows={table.sorted}
          rowId={row => row.receiver ?? ''}
        />
      </Card>
      {further_receivers > 0 && (
        <p>
          {formatCount(further_receivers, 'more receiver', 'more receivers')} with fewer events
          each.
        </p>
      )}
    </section>
  )
}

const whyNotDelivered = 'Why events were not delivered'

/** Where a link to the events scrolls. */
export const EVENTS_ID = 'events'

type Cause = ReplayRunDetails['causes'][number]

const COLUMNS: Column<Cause>[] = [
  {
    id: 'cause',
    header: 'Why',
    sortFirst: 'ascending',
    sortValue: ({ cause }) => formatRunCause(cause),
    cell: ({ cause, state }) => (
      <Link
        to="."
        search={(search: object) => ({ ...search, page: 1, state, cause })}
        hash={EVENTS_ID}
        preload={false}
      >
        {formatRunCause(cause)}
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'Outcome',
    width: '20%',
    sortFirst: 'ascending',
    sortValue: ({ state }) => FILTER_LABELS[state],
    cell: ({ state }) => FILTER_LABELS[state],
  },
  countColumn({ id: 'count', header: 'Events', width: '13%' }, ({ count }) => count),
]

export function RunCauses({ run }: { run: ReplayRunDetails }) {
  const { search, onSearch } = useRunSearch()
  const { causes: rows } = run
  const table = useTableModel({
    columns: COLUMNS,
    rows,
    sort: search.causes_sort,
    // Otherwise the list is partial, and sorting it would be misleading.
    onSort:
      rows.length < MAX_RECEIVERS_LISTED &&
      (sort => onSearch({ ...search, causes_sort: sort }, { replace: true })),
  })
  if (rows.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>{whyNotDelivered}</h2>
      <Card>
        <DataTable
          label={whyNotDelivered}
          table={table}
          rows={table.sorted}
          rowId={row => `${row.state} ${row.cause}`}
        />
      </Card>
    </section>
  )
}
