import { Button, TextInput } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReceiverSetting } from '../../../../contract/receiver.ts'
import { receiverName, trackingNumberKey } from '../../../../contract/receiver.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { Time } from '../../../format/time.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type Column, sortableIds } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { readSort, sortText } from '../../../ui/table/sort-order.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { ReceiverLink } from '../receiver-link.tsx'
import * as messages from './messages.ts'
import columnClasses from './receiver-columns.module.css'
import classes from './receiver-list.module.css'

type ReceiverRow = {
  setting: ReceiverSetting
  onRemove: () => void
  isRemoving: boolean
}

const RECEIVER_COLUMNS: Column<ReceiverRow>[] = [
  {
    id: 'tracking_number',
    header: messages.trackingNumber,
    width: '20%',
    sortFirst: 'ascending',
    sortValue: ({ setting }) => setting.tracking_number,
    cell: ({ setting }) => (
      <span className={columnClasses.number} translate="no">
        {formatPhoneNumber(setting.tracking_number)}
      </span>
    ),
  },
  {
    id: 'url',
    header: 'Receiver',
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
    header: 'Change or remove',
    align: 'end',
    hideHeader: true,
    isFixed: true,
    width: '226px',
    cell: row => <Actions row={row} />,
  },
]

type ReceiverListProps = {
  settings: ReceiverSetting[]
  /** Part of a number or of a URL. */
  find: string
  page: number
  pageSize: number
  removing: string | null
  sort: string | undefined
  onFind: (find: string) => void
  onSort: (sort: string) => void
  onTurn: (to: { page: number; page_size: number }) => void
  onRemove: (setting: ReceiverSetting) => void
}

/** With fewer settings, there is no search. */
const FEW = 10

/** The tracking numbers with a receiver. All are loaded, so only this table has pages. */
export function ReceiverList(props: ReceiverListProps) {
  const { settings, find, pageSize, onTurn } = props
  const matching = settings.filter(setting => matchesSetting(setting, find))
  const lastPage = Math.max(1, Math.ceil(matching.length / pageSize))
  const page = Math.min(props.page, lastPage)
  const table = useTableModel({
    columns: RECEIVER_COLUMNS,
    rows: matching.map(setting => ({
      setting,
      onRemove: () => props.onRemove(setting),
      isRemoving: props.removing === setting.tracking_number,
    })),
    sort: readSort(props.sort, sortableIds(RECEIVER_COLUMNS), undefined),
    onSort: order => props.onSort(sortText(order)),
  })
  if (settings.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconPlugConnected size={22} aria-hidden />}
          title={messages.noReceiverSet}
          message={messages.whenReceiversAreNeeded}
          isInSection
        />
      </Card>
    )
  }
  const shown = table.sorted.slice((page - 1) * pageSize, page * pageSize)
  return (
    <Card>
      {settings.length > FEW && (
        <div className={classes.find}>
          <TextInput
            type="search"
            aria-label={messages.find}
            placeholder={messages.find}
            value={find}
            onChange={change => props.onFind(change.currentTarget.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <p className={classes.none}>{messages.noneMatch}</p>
      ) : (
        <DataTable
          label={messages.receiversOfNumbers}
          table={table}
          rows={shown}
          rowId={row => row.setting.tracking_number}
        />
      )}
      {matching.length > Math.min(pageSize, 20) && (
        <Pager
          pages={{
            page,
            size: pageSize,
            hasPrevious: page > 1,
            hasNext: page < lastPage,
            onPage: to => onTurn({ page: to.page, page_size: to.size }),
          }}
          summary={messages.pageSummary(matching.length, page, lastPage)}
        />
      )}
    </Card>
  )
}

/** Whether a setting contains the text in its URL, or in its number in any format: "021 555". */
export function matchesSetting(
  { tracking_number, url }: Pick<ReceiverSetting, 'tracking_number' | 'url'>,
  find: string,
): boolean {
  const text = find.trim().toLowerCase()
  const number = trackingNumberKey(text.replace(/^((?:\+|00).*)\(0\)/, '$1'))
  // Inside its country, a number starts with 0.
  const national = number.replace(/^0(?=\d{2})/, '')
  const known = tracking_number.toLowerCase()
  return url.toLowerCase().includes(text) || known.includes(number) || known.includes(national)
}

function Receiver({ url }: { url: string }) {
  const { host, rest } = partsOf(url)
  return (
    <>
      <div className={columnClasses.receiver}>
        <ReceiverLink receiver={receiverName(url)}>{host}</ReceiverLink>
      </div>
      {rest !== '/' && (
        <div className={columnClasses.second} translate="no">
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
  return (
    <>
      <Time stamp={setting.set_at} />
      {setting.who && <span className={columnClasses.second}> {messages.by(setting.who)}</span>}
    </>
  )
}

function Actions({ row: { setting, onRemove, isRemoving } }: { row: ReceiverRow }) {
  const number = formatPhoneNumber(setting.tracking_number)
  return (
    <div className={columnClasses.actions}>
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
