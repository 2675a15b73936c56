import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import type { ReceiverSetting } from '../../../contract/receiver.ts'
import type { Features } from '../../ui/data-table.tsx'
import { phoneWords } from '../failed-events/call-fields.ts'
import { useTimes } from '../session/times.ts'
import classes from './receiver-columns.module.css'
import { hostOf } from './receiver-host.ts'

export type ReceiverRow = {
  setting: ReceiverSetting
  onRemove: () => void
  isRemoving: boolean
}

const column = createColumnHelper<Features, ReceiverRow>()

export const RECEIVER_COLUMNS = column.columns([
  column.accessor(row => row.setting.tracking_number, {
    id: 'tracking_number',
    header: 'Tracking number',
    meta: { width: '20%' },
    cell: cell => <span className={classes.number}>{phoneWords(cell.getValue())}</span>,
  }),
  column.display({
    id: 'url',
    header: 'Receiver',
    cell: ({ row }) => <Receiver url={row.original.setting.url} />,
  }),
  column.display({
    id: 'set',
    header: 'Set',
    meta: { width: '16%', cardLabel: 'Set' },
    cell: ({ row }) => <SetBy setting={row.original.setting} />,
  }),
  column.display({
    id: 'actions',
    header: 'Change or remove',
    meta: { align: 'end', hideHeader: true, width: '226px' },
    cell: ({ row }) => <Actions row={row.original} />,
  }),
])

function Receiver({ url }: { url: string }) {
  const receiver = hostOf(url)
  const path = url.slice(url.indexOf(receiver) + receiver.length)
  return (
    <>
      <Link
        to="/settings"
        search={search => ({ ...search, receiver })}
        resetScroll={false}
        className={classes.receiver}
      >
        {receiver}
      </Link>
      {path !== '/' && <div className={classes.second}>{path}</div>}
    </>
  )
}

function SetBy({ setting }: { setting: ReceiverSetting }) {
  const times = useTimes()
  return (
    <>
      <time dateTime={setting.set_at} title={times.full(setting.set_at)}>
        {times.brief(setting.set_at)}
      </time>
      {setting.who && <span className={classes.second}> by {setting.who}</span>}
    </>
  )
}

function Actions({ row: { setting, onRemove, isRemoving } }: { row: ReceiverRow }) {
  const number = phoneWords(setting.tracking_number)
  return (
    <div className={classes.actions}>
      <Button
        renderRoot={props => (
          <Link
            to="/settings"
            search={search => ({ ...search, set: setting.tracking_number })}
            resetScroll={false}
            {...props}
          />
        )}
        variant="default"
        size="compact-sm"
        aria-label={`Change the receiver of ${number}`}
      >
        Change
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Remove the receiver of ${number}`}
        aria-disabled={isRemoving}
        onClick={isRemoving ? undefined : onRemove}
      >
        Remove
      </Button>
    </div>
  )
}
