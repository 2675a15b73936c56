import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReceiverSetting, receiverName } from '../../../../contract/receiver.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { ReceiverLink } from '../receiver-link.tsx'
import * as messages from './messages.ts'
import classes from './receiver-columns.module.css'

export type ReceiverRow = {
  setting: ReceiverSetting
  onRemove: () => void
  isRemoving: boolean
}

export const RECEIVER_COLUMNS: Column<ReceiverRow>[] = [
  {
    id: 'tracking_number',
    header: messages.trackingNumber,
    width: '20%',
    sortFirst: 'ascending',
    sortValue: ({ setting }) => setting.tracking_number,
    cell: ({ setting }) => (
      <span className={classes.number} translate="no">
        {formatPhoneNumber(setting.tracking_number)}
      </span>
    ),
  },
  {
    id: 'url',
    header: messages.receiverColumn,
    sortFirst: 'ascending',
    sortValue: ({ setting }) => receiverName(setting.url),
    cell: ({ setting }) => <Receiver url={setting.url} />,
  },
  {
    id: 'set',
    header: messages.setColumn,
    width: '16%',
    sortFirst: 'descending',
    sortValue: ({ setting }) => Date.parse(setting.set_at),
    cardLabel: messages.setColumn,
    cell: ({ setting }) => <SetBy setting={setting} />,
  },
  {
    id: 'actions',
    header: messages.actionsColumn,
    align: 'end',
    hideHeader: true,
    isFixed: true,
    width: '226px',
    cell: row => <Actions row={row} />,
  },
]

function Receiver({ url }: { url: string }) {
  const { host, rest } = partsOf(url)
  return (
    <>
      <div className={classes.receiver}>
        <ReceiverLink receiver={receiverName(url)}>{host}</ReceiverLink>
      </div>
      {rest !== '/' && (
        <div className={classes.second} translate="no">
          {rest}
        </div>
      )}
    </>
  )
}

function partsOf(url: string): { host: string; rest: string } {
  const parsed = URL.parse(url)
  if (!parsed?.host) return { host: url, rest: '/' }
  return { host: parsed.host, rest: parsed.pathname + parsed.search }
}

function SetBy({ setting }: { setting: ReceiverSetting }) {
  const times = useTimes()
  return (
    <>
      <time dateTime={setting.set_at} title={times.full(setting.set_at)}>
        {times.brief(setting.set_at)}
      </time>
      {setting.who && <span className={classes.second}> {messages.by(setting.who)}</span>}
    </>
  )
}

function Actions({ row: { setting, onRemove, isRemoving } }: { row: ReceiverRow }) {
  const number = formatPhoneNumber(setting.tracking_number)
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
        size="xs"
        aria-label={messages.changeReceiverOf(number)}
      >
        {messages.change}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={messages.removeReceiverOf(number)}
        aria-disabled={isRemoving}
        onClick={isRemoving ? undefined : onRemove}
      >
        {messages.remove}
      </Button>
    </div>
  )
}
