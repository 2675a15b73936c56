import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { receiverOf } from '../../../../contract/event/receiver-of.ts'
import { readSort, sortText } from '../../../../contract/pages/sort-order.ts'
import {
  type ReceiverSetting,
  receiverName,
  trackingNumberKey,
} from '../../../../contract/receiver.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { Time } from '../../../format/time.tsx'
import { Card } from '../../../ui/card.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import button from '../../../ui/row-button.module.css'
import { type Column, sortableIds } from '../../../ui/table/column.ts'
import { CountedPager, pageOfRows } from '../../../ui/table/counted-pager.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { ReceiverLink } from '../receiver-link.tsx'
import columnClasses from './receiver-columns.module.css'
import classes from './receiver-list.module.css'
import type { SettingsSearchProps } from './settings-search.ts'

type ReceiverRow = {
  setting: ReceiverSetting
  onRemove: () => void
  isRemoving: boolean
}

const RECEIVER_COLUMNS: Column<ReceiverRow>[] = [
  {
    id: 'tracking_number',
    header: 'Tracking number',
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
    header: 'Set',
    width: '16%',
    sortFirst: 'descending',
    sortValue: ({ setting }) => Date.parse(setting.set_at),
    cardLabel: 'Set',
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

type ReceiverListProps = SettingsSearchProps & {
  settings: ReceiverSetting[]
  removing: string | null
  onRemove: (setting: ReceiverSetting) => void
}

/** With fewer settings, there is no search. */
const FEW = 10

/** The tracking numbers with a receiver. All are loaded, so only this table has pages. */
export function ReceiverList(props: ReceiverListProps) {
  const { settings, search, onSearch, removing, onRemove } = props
  const { find = '' } = search
  const table = useTableModel({
    columns: RECEIVER_COLUMNS,
    rows: settings
      .filter(setting => matchesSetting(setting, find))
      .map(setting => ({
        setting,
        onRemove: () => onRemove(setting),
        isRemoving: removing === setting.tracking_number,
      })),
    sort: readSort(search.sort, sortableIds(RECEIVER_COLUMNS), undefined),
    onSort: order => onSearch({ ...search, sort: sortText(order), page: 1 }, { replace: true }),
  })
  if (settings.length === 0) {
    return (
      <Card>
        <p className={classes.none}>
          No receiver is set for any tracking number. If an event says “Receiver unknown”, set the
          receiver of its tracking number here. Then you can replay it.
        </p>
      </Card>
    )
  }
  const listed = pageOfRows(table.sorted, search)
  return (
    <Card>
      {settings.length > FEW && (
        <div className={classes.find}>
          <TextInput
            type="search"
            aria-label="Find a number or a receiver"
            placeholder="Find a number or a receiver"
            value={find}
            onChange={({ currentTarget: { value } }) =>
              onSearch({ ...search, find: value || undefined, page: 1 }, { replace: true })
            }
          />
        </div>
      )}
      {listed.count === 0 ? (
        <p className={classes.none}>No setting matches your search.</p>
      ) : (
        <DataTable
          label="Receivers of tracking numbers"
          table={table}
          rows={listed.results}
          rowId={row => row.setting.tracking_number}
        />
      )}
      {listed.count > Math.min(search.size, 20) && (
        <CountedPager
          listed={listed}
          nouns={['tracking number', 'tracking numbers']}
          search={{ ...search, page: listed.page }}
          onSearch={onSearch}
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
  const own = tracking_number.toLowerCase()
  return url.toLowerCase().includes(text) || own.includes(number) || own.includes(national)
}

function Receiver({ url }: { url: string }) {
  const { host, path } = receiverOf(url) ?? { host: url, path: '' }
  return (
    <>
      <div className={columnClasses.receiver}>
        <ReceiverLink receiver={receiverName(url)}>{host}</ReceiverLink>
      </div>
      {path.length > 1 && (
        <div className={columnClasses.second} translate="no">
          {path}
        </div>
      )}
    </>
  )
}

function SetBy({ setting }: { setting: ReceiverSetting }) {
  return (
    <>
      <Time stamp={setting.set_at} />
      {setting.who && <span className={columnClasses.second}> by {setting.who}</span>}
    </>
  )
}

function Actions({ row: { setting, onRemove, isRemoving } }: { row: ReceiverRow }) {
  const number = formatPhoneNumber(setting.tracking_number)
  return (
    <div className={columnClasses.actions}>
      <Link
        to="/settings"
        search={(search: object) => ({ ...search, set: setting.tracking_number })}
        resetScroll={false}
        className={button.button}
        data-size="xs"
        aria-label={`Change the receiver of ${number}`}
      >
        Change
      </Link>
      <PlainButton
        data-size="xs"
        aria-label={`Remove the receiver of ${number}`}
        isOff={isRemoving}
        onClick={onRemove}
      >
        Remove
      </PlainButton>
    </div>
  )
}
