import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { trackingNumberKey } from '../../../../contract/receiver.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { OpenReceiver, RECEIVER_DRAWER } from '../open-receiver.tsx'
import { findSetting, receiverSettingsQuery } from '../queries/receivers-query.ts'
import { ReceiverForm } from './receiver-form.tsx'
import { notifySaved, RECEIVERS_ID, ReceiverList } from './receiver-list.tsx'
import classes from './settings-page.module.css'
import type { SettingsSearchProps } from './settings-search.ts'

type SettingsPageProps = SettingsSearchProps & {
  /** The signed-in person. A draft is restored only for them. */
  owner: string
  /** Whether the page has the part about the fields of the service. */
  isForeign: boolean
}

/** In the order of the page. */
const PARTS = [
  { id: RECEIVERS_ID, label: 'Receivers of tracking numbers' },
  { id: 'fields-of-the-service', label: 'Fields of the service' },
  { id: 'protected-numbers', label: 'Protected numbers' },
  { id: 'notices', label: 'Notices' },
]

export function SettingsPage({ owner, isForeign, search, onSearch }: SettingsPageProps) {
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
        {PARTS.filter(({ id }) => isForeign || id !== 'fields-of-the-service').map(part => (
          <a key={part.id} href={`#${part.id}`}>
            {part.label}
          </a>
        ))}
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
          <ReceiverList settings={settings} search={search} onSearch={onSearch} />
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
