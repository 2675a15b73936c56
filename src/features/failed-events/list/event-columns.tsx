import { Suspense } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox, RowCheckbox } from '../../../ui/table/row-checkbox.tsx'
import type { EventRow } from '../../event/event-row.ts'
import { OutcomeCell, ReplayCell } from '../../replays/single/replay-cells.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import * as messages from '../messages.ts'
import { eventCells, receiverCell, spokenName } from './event-cells.tsx'
import classes from './event-columns.module.css'
import { RowMenuButton } from './row-menu/row-actions.tsx'

const RowReceiver = lazyPart(async () => (await import('./row-receiver.tsx')).RowReceiver, {
  instead: () => UNKNOWN_RECEIVER,
})

const UNKNOWN_RECEIVER = <span>{messages.receiverUnknown}</span>

/** Most names fit, and so does the name of a kind of event below them. */
const COMPANY_ROOM = { little: '0', some: '134px', much: '150px' }

export const EVENT_TABLE_LOOK = classes.table

/**
 * The columns of failed events, both on a page of the service's list and in the gateway's copy. Their cells
 * have no state of their own, because other rows are put into them.
 *
 * @param room the space for columns that the details of an event also show
 */
export function eventColumns(
  list: FailedEventList,
  times: Times,
  room: 'little' | 'some' | 'much',
): Column<EventRow>[] {
  const cells = eventCells(times)
  return [
    {
      id: 'selected',
      name: messages.selectColumn,
      header: rows => <AllRowsCheckbox label={messages.selectPage} count={rows.length} />,
      width: '44px',
      isFixed: true,
      isCorner: true,
      cell: row => (
        <RowCheckbox id={row.target.id} name={messages.selectEvent(spokenName(row, times))} />
      ),
    },
    {
      id: 'state',
      header: messages.stateColumn,
      width: room === 'little' ? 'var(--state-on-tablets, 140px)' : 'var(--state-width)',
      cell: row => <OutcomeCell row={row} />,
    },
    {
      id: 'failed_at',
      header: messages.failedAtColumn(times.zone),
      width: room === 'little' ? '134px' : 'var(--time-width)',
      sortFirst: 'descending',
      cell: cells.failed_at,
    },
    {
      id: 'company',
      header: messages.companyColumn,
      width: `minmax(${COMPANY_ROOM[room]}, 1fr)`,
      sortFirst: 'ascending',
      cell: cells.company,
    },
    {
      id: 'caller',
      header: messages.callColumn(list),
      width: 'var(--caller-width)',
      sortFirst: 'ascending',
      isHiddenAtFirst: room !== 'much',
      cell: cells.caller,
    },
    {
      id: 'cause',
      header: messages.causeColumn,
      share: room === 'much' ? 1.35 : 1,
      least: 'var(--cause-least, 0px)',
      sortFirst: 'ascending',
      cell: cells.cause,
    },
    {
      id: 'receiver',
      header: messages.receiverColumn,
      share: room === 'much' ? 1.2 : 1,
      least: 'var(--receiver-least, 0px)',
      sortFirst: 'ascending',
      isHiddenAtFirst: room === 'little',
      cell: row =>
        receiverCell(
          row,
          <Suspense fallback={UNKNOWN_RECEIVER}>
            <RowReceiver trackingNumber={row.call.tracking_number} obstacle={row.obstacle} />
          </Suspense>,
        ),
    },
    {
      id: 'attempts',
      header: messages.attemptsColumn,
      width: '88px',
      align: 'end',
      cardLabel: messages.attemptsColumn,
      isHiddenAtFirst: true,
      cell: cells.attempts,
    },
    {
      id: 'call_id',
      header: messages.callNumberColumn,
      width: 'var(--call-width, 110px)',
      cardLabel: messages.callLabel,
      isHiddenAtFirst: true,
      cell: cells.call_id,
    },
    {
      id: 'event_id',
      header: messages.eventColumn,
      width: '110px',
      cardLabel: messages.eventColumn,
      isHiddenAtFirst: true,
      cell: cells.event_id,
    },
    {
      id: 'replay',
      header: messages.replayColumn,
      hideHeader: true,
      width: 'var(--actions-width)',
      align: 'end',
      isFixed: true,
      cell: row => (
        <div className={classes.actions}>
          <ReplayCell row={row} name={spokenName(row, times)} />
          <RowMenuButton row={row} />
        </div>
      ),
    },
  ]
}

/** The columns that fit next to the details of an event, which show all the others, with their widths there. */
const BESIDE_DETAILS = new Map([
  ['selected', '44px'],
  ['state', 'var(--state-beside, 140px)'],
  ['failed_at', 'var(--time-beside, 134px)'],
  ['company', undefined],
  ['cause', undefined],
])

export function columnsBesideDetails<Row>(columns: Column<Row>[]): Column<Row>[] {
  return columns
    .filter(({ id }) => BESIDE_DETAILS.has(id))
    .map(({ width: _width, share: _share, ...column }) => {
      const width = BESIDE_DETAILS.get(column.id)
      return width === undefined ? column : { ...column, width }
    })
}
