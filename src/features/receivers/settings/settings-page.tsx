import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ReceiverSetting, trackingNumberKey } from '../../../../contract/receiver.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { errorText } from '../../../api/error-messages.ts'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { OpenReceiver, RECEIVER_DRAWER } from '../open-receiver.tsx'
import {
  findSetting,
  receiverSettingsQuery,
  useRemoveReceiver,
  useSetReceiver,
} from '../queries/receivers-query.ts'
import { ReceiverForm } from './receiver-form.tsx'
import { ReceiverList } from './receiver-list.tsx'
import classes from './settings-page.module.css'
import type { SettingsSearchProps } from './settings-search.ts'

/** Only the last change of a receiver is reported. */
const TOPIC = 'receivers'

type SettingsPageProps = SettingsSearchProps & {
  /** The signed-in person. A draft is restored only for them. */
  owner: string
  /** Whether the page has the part about the fields of the service. */
  isForeign: boolean
}

/** In the order of the page. */
const PARTS = [
  { id: 'receivers-of-tracking-numbers', label: 'Receivers of tracking numbers' },
  { id: 'fields-of-the-service', label: 'Fields of the service' },
  { id: 'protected-numbers', label: 'Protected numbers' },
  { id: 'notices', label: 'Notices' },
]

export function SettingsPage({ owner, isForeign, search, onSearch }: SettingsPageProps) {
  const query = useQuery(receiverSettingsQuery)
  const { data: settings, error } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const set = useSetReceiver()
  const remove = useRemoveReceiver()
  const chosen = findSetting(settings, search.set ?? '')
  const number = chosen?.tracking_number ?? trackingNumberKey(search.set ?? '')

  const onRemove = (setting: ReceiverSetting) =>
    remove.mutateAsync(setting).then(
      () => {
        notify({
          topic: TOPIC,
          text: `Removed. Events of ${formatPhoneNumber(setting.tracking_number)} without a URL of their own have no receiver now.`,
          action: { label: 'Undo', run: () => onUndo(setting) },
        })
        // The row was removed, and with it the button that had the focus.
        heading.current?.focus()
      },
      failure => notify({ ...notDone('Not removed', failure), topic: TOPIC }),
    )
  const onUndo = (setting: ReceiverSetting): Promise<void> =>
    set.mutateAsync(setting).then(
      saved => notifySaved(saved),
      failure =>
        notify({
          ...notDone('Not undone', failure),
          topic: TOPIC,
          action: { label: 'Undo', run: () => onUndo(setting) },
        }),
    )

  return (
    <>
      <PageHeader
        title="Settings"
        action={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onSearch({ ...search, set: '' })}
          >
            Set a receiver
          </Button>
        }
      >
        Everybody on this account shares these settings.
      </PageHeader>
      <nav className={classes.parts} aria-label="Parts of this page">
        {PARTS.filter(({ id }) => isForeign || id !== 'fields-of-the-service').map(part => (
          <a key={part.id} href={`#${part.id}`}>
            {part.label}
          </a>
        ))}
      </nav>
      <section>
        <h2 ref={heading} id="receivers-of-tracking-numbers" tabIndex={-1}>
          Receivers of tracking numbers
        </h2>
        <p className={classes.about}>
          Most failed events name the URL that they were meant for, and a replay goes there. These
          settings are used only when an event names none: its replay then goes to the URL that is
          set for its tracking number. Open a receiver to test it and to see its replay results.
        </p>
        {settings ? (
          <ReceiverList
            settings={settings}
            search={search}
            onSearch={onSearch}
            removing={remove.isPending ? remove.variables.tracking_number : null}
            onRemove={setting => void onRemove(setting)}
          />
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
            owner={owner}
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

function notifySaved({ tracking_number, url }: ReceiverSetting): void {
  notify({
    topic: TOPIC,
    text: `Saved. Replays for ${formatPhoneNumber(tracking_number)} without a URL of their own now go to ${url}.`,
  })
}

function notDone(what: string, error: unknown) {
  return { text: `${what}. ${errorText(error)}`, isSuccess: false }
}
