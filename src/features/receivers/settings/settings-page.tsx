import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { receiverOf } from '../../../../contract/event/receiver-of.ts'
import {
  type ReceiverSetting,
  receiverName,
  trackingNumberKey,
} from '../../../../contract/receiver.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { errorText } from '../../../api/error-messages.ts'
import { Time } from '../../../format/time.tsx'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import button from '../../../ui/row-button.module.css'
import { SearchField } from '../../../ui/search-field.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { CountedPager, pageOfRows } from '../../../ui/table/counted-pager.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { sessionOwner } from '../../session/account-storage.ts'
import { OpenReceiver, RECEIVER_DRAWER } from '../open-receiver.tsx'
import {
  findSetting,
  receiverSettingsQuery,
  useRemoveReceiver,
  useSetReceiver,
} from '../queries/receivers-query.ts'
import { ReceiverLink } from '../receiver-link.tsx'
import columnClasses from './receiver-columns.module.css'
import { ReceiverForm } from './receiver-form.tsx'
import receiverListClasses from './receiver-list.module.css'
import classes from './settings-page.module.css'
import type { SettingsSearch } from './settings-search.ts'

/** The heading of the list. */
const RECEIVERS_ID = 'receivers-of-tracking-numbers'

/** In the order of the page. */
const PARTS = [
  { id: RECEIVERS_ID, label: 'Receivers of tracking numbers' },
  { id: 'fields-of-the-service', label: 'Fields of the service' },
  { id: 'protected-numbers', label: 'Protected numbers' },
  { id: 'notices', label: 'Notices' },
]

const route = getRouteApi('/_signed-in/settings')

function useSettingsSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = (search: SettingsSearch, options?: { replace: boolean }) =>
    void navigate({ search, ...options, resetScroll: false })
  return { search, onSearch }
}

export default function SettingsPage(): ReactNode {
  const { session } = route.useRouteContext()
  const { search, onSearch } = useSettingsSearch()
  const query = useQuery(receiverSettingsQuery)
  const { data: settings, error } = query
  const chosen = findSetting(settings, search.set ?? '')
  const number = chosen?.tracking_number ?? trackingNumberKey(search.set ?? '')

  return (
    <>
      <PageHeader
        title="Settings"
        action={
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onSearch({ ...search, set: '' })}
          >
            Set a receiver
          </Button>
        }
      >
        Everybody on this account shares these settings, except how notices reach you.
      </PageHeader>
      <nav className={classes.parts} aria-label="Parts of this page">
        {PARTS.filter(({ id }) => session.is_foreign || id !== 'fields-of-the-service').map(
          part => (
            <a key={part.id} href={`#${part.id}`}>
              {part.label}
            </a>
          ),
        )}
      </nav>
      <section>
        <h2 id={RECEIVERS_ID} tabIndex={-1}>
          Receivers of tracking numbers
        </h2>
        <p className={classes.about}>
          Most failed events name the URL that they were meant for, and a replay goes there. These
          settings are used only when an event names none: its replay then goes to the URL that is
          set for its tracking number. Open a receiver to test it and to see its replay results.
        </p>
        {settings ? (
          <ReceiverList settings={settings} />
        ) : (
          <Card>
            <QueryWithoutData query={query} label="Loading the receivers…" rows={4} />
          </Card>
        )}
      </section>
      <SideDrawer
        {...RECEIVER_DRAWER}
        title={chosen ? 'Change the receiver' : 'Set a receiver'}
        isOpen={search.set !== undefined}
        onClose={() => onSearch({ ...search, set: undefined }, { replace: true })}
      >
        {settings || error ? (
          <ReceiverForm
            key={search.set}
            owner={sessionOwner(session)}
            start={{ tracking_number: formatPhoneNumber(number), url: chosen?.url ?? '' }}
            onCancel={() => onSearch({ ...search, set: undefined }, { replace: true })}
            onSaved={saved => {
              notifySaved(saved)
              onSearch({ ...search, set: undefined }, { replace: true })
            }}
          />
        ) : (
          <LoadingRows label="Loading…" rows={3} />
        )}
      </SideDrawer>
      <OpenReceiver
        receiver={search.set === undefined ? search.receiver : undefined}
        onClose={() => onSearch({ ...search, receiver: undefined }, { replace: true })}
      />
    </>
  )
}

/** Only the last change of a receiver is reported. */
const TOPIC = 'receivers'

const RECEIVER_COLUMNS: Column<ReceiverSetting>[] = [
  {
    id: 'tracking_number',
    header: 'Tracking number',
    width: '20%',
    sortFirst: 'ascending',
    sortValue: ({ tracking_number }) => tracking_number,
    cell: ({ tracking_number }) => (
      <span className={columnClasses.number} translate="no">
        {formatPhoneNumber(tracking_number)}
      </span>
    ),
  },
  {
    id: 'url',
    header: 'Receiver',
    sortFirst: 'ascending',
    sortValue: ({ url }) => receiverName(url),
    cell: ({ url }) => <Receiver url={url} />,
  },
  {
    id: 'set',
    header: 'Set',
    width: '16%',
    sortFirst: 'descending',
    sortValue: ({ set_at }) => Date.parse(set_at),
    cardLabel: 'Set',
    cell: ({ set_at, who }) => (
      <>
        <Time stamp={set_at} />
        {who && <span className={columnClasses.second}> by {who}</span>}
      </>
    ),
  },
  {
    id: 'actions',
    header: 'Change or remove',
    align: 'end',
    hideHeader: true,
    isFixed: true,
    width: '226px',
    cell: setting => <Actions setting={setting} />,
  },
]

/** With fewer settings, there is no search. */
const FEW = 10

/** The tracking numbers with a receiver. All are loaded, so only this table has pages. */
function ReceiverList({ settings }: { settings: ReceiverSetting[] }) {
  const { search, onSearch } = useSettingsSearch()
  const { find = '' } = search
  const table = useTableModel({
    columns: RECEIVER_COLUMNS,
    rows: settings.filter(setting => matchesSetting(setting, find)),
    sort: search.sort,
    onSort: sort => onSearch({ ...search, sort, page: 1 }, { replace: true }),
  })
  if (settings.length === 0) {
    return (
      <Card>
        <p className={receiverListClasses.none}>
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
        <div className={receiverListClasses.find}>
          <SearchField
            label="Find a number or a receiver"
            placeholder="Find a number or a receiver"
            text={find}
            onTextChange={text =>
              onSearch({ ...search, find: text || undefined, page: 1 }, { replace: true })
            }
          />
        </div>
      )}
      {listed.count === 0 ? (
        <p className={receiverListClasses.none}>No setting matches your search.</p>
      ) : (
        <DataTable
          label="Receivers of tracking numbers"
          table={table}
          rows={listed.results}
          rowId={({ tracking_number }) => tracking_number}
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

function Actions({ setting }: { setting: ReceiverSetting }) {
  const number = formatPhoneNumber(setting.tracking_number)
  const set = useSetReceiver()
  const remove = useRemoveReceiver()
  const undo = { label: 'Undo', run: () => onUndo() }
  const onUndo = (): Promise<void> =>
    set
      .mutateAsync(setting)
      .then(notifySaved, failure => notify({ ...notDone('Not undone', failure), action: undo }))
  const onRemove = () =>
    remove.mutateAsync(setting).then(
      () => {
        const text = `Removed. Events for ${number} that name no receiver can’t be replayed now.`
        notify({ topic: TOPIC, text, action: undo })
        // The row was removed, and with it the button that had the focus.
        document.getElementById(RECEIVERS_ID)?.focus()
      },
      failure => notify(notDone('Not removed', failure)),
    )
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
        isOff={remove.isPending}
        onClick={() => void onRemove()}
      >
        Remove
      </PlainButton>
    </div>
  )
}

function notifySaved({ tracking_number, url }: ReceiverSetting): void {
  notify({
    topic: TOPIC,
    text: `Saved. Replays for ${formatPhoneNumber(tracking_number)} without a URL of their own now go to ${url}.`,
  })
}

function notDone(what: string, error: unknown) {
  return { topic: TOPIC, text: `${what}. ${errorText(error)}`, isSuccess: false }
}
