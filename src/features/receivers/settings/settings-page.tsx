import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ReceiverSetting, trackingNumberKey } from '../../../../contract/receiver.ts'
import { errorText } from '../../../api/error-messages.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { QueryFailure } from '../../request-errors/request-failure.tsx'
import { OpenReceiver, ReceiverDrawer } from '../open-receiver.tsx'
import { findSetting } from '../queries/receivers-of-numbers.ts'
import { receiversQuery } from '../queries/receivers-query.ts'
import * as messages from './messages.ts'
import { ReceiverForm } from './receiver-form.tsx'
import { ReceiverList } from './receiver-list.tsx'
import classes from './settings-page.module.css'
import type { SettingsSearch } from './settings-search.ts'
import { useRemoveReceiver, useSetReceiver } from './use-receiver-changes.ts'

/** Only the last change of a receiver is reported. */
const TOPIC = 'receivers'

type SettingsPageProps = {
  /** The signed-in person. A draft is restored only for them. */
  owner: string
  search: SettingsSearch
  onSearch: (change: SettingsSearch, options?: { replace?: boolean }) => void
}

export function SettingsPage({ owner, search, onSearch }: SettingsPageProps) {
  const query = useQuery(receiversQuery)
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
          text: messages.removed(formatPhoneNumber(setting.tracking_number)),
          action: { label: messages.undo, run: () => onUndo(setting) },
        })
        // The row was removed, and with it the button that had the focus.
        heading.current?.focus()
      },
      failure => notify({ ...notDone(messages.notRemoved, failure), topic: TOPIC }),
    )
  const onUndo = (setting: ReceiverSetting): Promise<void> =>
    set.mutateAsync(setting).then(
      saved => notifySaved(saved),
      failure =>
        notify({
          ...notDone(messages.notUndone, failure),
          topic: TOPIC,
          action: { label: messages.undo, run: () => onUndo(setting) },
        }),
    )

  return (
    <>
      <PageHeader
        title={messages.settings}
        action={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onSearch({ ...search, set: '' })}
          >
            {messages.setReceiver}
          </Button>
        }
      >
        {messages.sharedSettings}
      </PageHeader>
      <section>
        <h2 ref={heading} tabIndex={-1}>
          {messages.receiversOfNumbers}
        </h2>
        <p className={classes.about}>{messages.whenSettingsAreUsed}</p>
        {settings ? (
          <ReceiverList
            settings={settings}
            find={search.find ?? ''}
            page={search.page ?? 1}
            pageSize={search.page_size ?? 50}
            removing={remove.isPending ? remove.variables.tracking_number : null}
            onFind={find =>
              onSearch({ ...search, find: find || undefined, page: undefined }, { replace: true })
            }
            sort={search.sort}
            onSort={sort => onSearch({ ...search, sort, page: undefined }, { replace: true })}
            onTurn={to => onSearch({ ...search, ...to })}
            onRemove={setting => void onRemove(setting)}
          />
        ) : (
          <Card>
            {error ? (
              <QueryFailure query={query} />
            ) : (
              <LoadingRows label={messages.loadingReceivers} rows={4} />
            )}
          </Card>
        )}
      </section>
      <ReceiverDrawer
        title={chosen ? messages.changeReceiver : messages.setReceiver}
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
          <LoadingRows label={messages.loading} rows={3} />
        )}
      </ReceiverDrawer>
      <OpenReceiver
        receiver={search.set === undefined ? search.receiver : undefined}
        onClose={() => onSearch({ ...search, receiver: undefined }, { replace: true })}
      />
    </>
  )
}

function notifySaved({ tracking_number, url }: ReceiverSetting): void {
  notify({ topic: TOPIC, text: messages.saved(formatPhoneNumber(tracking_number), url) })
}

function notDone(what: string, error: unknown) {
  return { text: `${what}. ${errorText(error)}`, isSuccess: false }
}
