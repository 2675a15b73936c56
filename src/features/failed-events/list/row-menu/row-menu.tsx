import { Menu } from '@mantine/core'
import {
  IconBan,
  IconBuilding,
  IconCheck,
  IconLink,
  IconMessage2,
  IconRefresh,
  IconServer,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MessageEvent, messageEvent } from '../../../../../contract/message/message-event.ts'
import { receiverName } from '../../../../../contract/receiver.ts'
import { useTimes } from '../../../../format/times.ts'
import { ModalDialog } from '../../../../ui/confirm/confirm-dialog.tsx'
import { notify } from '../../../../ui/notification/notify.ts'
import { PlainButton } from '../../../../ui/plain-button.tsx'
import { blockCallerSearch } from '../../../blocklist/block-caller-search.ts'
import { CustomerMessage } from '../../../customer-message/message-button.tsx'
import { type EventRow, spokenName } from '../../../event/event-row.ts'
import { targetLink } from '../../../event/list/replay-target.ts'
import { useReceiverUrl } from '../../../receivers/queries/receivers-query.ts'
import { useHandledEvents } from '../../../replays/selection/handled-events.tsx'
import { useReplays, wasDelivered } from '../../../replays/single/use-replays.tsx'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import classes from './row-menu.module.css'

/* The menu loads when it first opens, so its texts are apart from the others of the list. */

/** The row whose menu is or was open, and the button that opens it. */
export type RowMenuPlace = { row: EventRow; button: HTMLElement; isOpen: boolean }

type RowMenuProps = RowMenuPlace & { onClose: () => void }

export default function RowMenu({ row, button, isOpen, onClose }: RowMenuProps) {
  const times = useTimes()
  // The menu notes where the focus was when it opens, so it must be closed at first.
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  const { replay } = useReplays()
  const { event, target, state, call } = row
  const handled = useHandledEvents(target)
  const url = useReceiverUrl(row)
  const receiver = url !== null && URL.canParse(url) && receiverName(url)
  const isDelivered = state?.state === 'delivered'
  const isHandled = state?.state === 'handled'
  const caller = blockCallerSearch(call)
  const [message, setMessage] = useState<MessageEvent | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  if (message !== null) {
    return (
      // There is no button of its own that a popover could belong to.
      <ModalDialog
        ref={dialog}
        title="Message"
        className={classes.message}
        onClose={() => {
          setMessage(null)
          button.focus()
        }}
      >
        <CustomerMessage events={[message]} />
        <PlainButton onClick={() => dialog.current?.close()}>Close</PlainButton>
      </ModalDialog>
    )
  }
  return (
    <Menu
      opened={isOpen && isReady}
      onClose={onClose}
      position="bottom-end"
      width={220}
      // Within the landmark of its row.
      portalProps={{ target: '#page' }}
      // The first item gets the focus: a placeholder with a tabindex is no child that a menu may have.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <MenuButton button={button} isOpen={isOpen} onEscape={onClose} />
      </Menu.Target>
      <Menu.Dropdown
        // The button names itself by its title, which a reference to it does not take.
        aria-label={button.title}
        // biome-ignore lint/a11y/useValidAriaValues: the library refers to the button otherwise, and ignores `undefined`
        aria-labelledby=""
        // Letters lead to items here, and are no shortcuts of the page.
        onKeyDown={press => press.stopPropagation()}
      >
        <Menu.Item
          leftSection={<IconMessage2 size={16} aria-hidden />}
          onClick={() =>
            setMessage(
              messageEvent({
                list: target.list,
                event,
                outcome: row.outcome,
                url,
                state: state ?? null,
                waits: row.replay?.waits_for === 'recovery',
              }),
            )
          }
        >
          Message…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => void copyText(targetLink(row), 'Link copied.')}
        >
          Copy link
        </Menu.Item>
        {row.obstacle === null && wasDelivered(row.replay, state) && (
          <Menu.Item
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => replay({ row, name: spokenName(row, times) })}
          >
            Replay again…
          </Menu.Item>
        )}
        {!isDelivered && state?.state !== 'sending' && (
          <Menu.Item
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => handled.mutate({ events: [target], isHandled: !isHandled })}
          >
            {isHandled ? 'Mark as still missing' : 'Mark as handled'}
          </Menu.Item>
        )}
        {call.company && (
          <Menu.Item
            leftSection={<IconBuilding size={16} aria-hidden />}
            renderRoot={props => (
              <Link
                {...props}
                to="/companies/$name"
                params={{ name: call.company?.name ?? '' }}
                preload={false}
              />
            )}
          >
            Open company
          </Menu.Item>
        )}
        {receiver && (
          <Menu.Item
            leftSection={<IconServer size={16} aria-hidden />}
            renderRoot={props => (
              <Link {...props} to="/receivers" search={{ receiver }} preload={false} />
            )}
          >
            Open receiver
          </Menu.Item>
        )}
        {caller && (
          <Menu.Item
            leftSection={<IconBan size={16} aria-hidden />}
            renderRoot={props => (
              <Link {...props} to="/blocklist" search={caller} preload={false} />
            )}
          >
            Block caller
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Represents the button in the row, which is there already. It has to say that the menu is open. */
function MenuButton(props: {
  button: HTMLElement
  isOpen: boolean
  onEscape: () => void
  id?: string
  ref?: RefCallback<HTMLElement>
}) {
  const { button, isOpen, onEscape, id = '', ref } = props
  useEffect(() => {
    ref?.(button)
    return () => void ref?.(null)
  }, [ref, button])
  useEffect(() => {
    button.id = id
    button.setAttribute('aria-expanded', String(isOpen))
    return () => {
      button.removeAttribute('id')
      button.removeAttribute('aria-expanded')
    }
  }, [button, isOpen, id])
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    // The menu handles Escape only once the focus has moved into it, which takes a moment.
    const closeOnEscape = (press: KeyboardEvent) => {
      if (press.key !== 'Escape') return
      press.stopPropagation()
      close()
    }
    button.addEventListener('keydown', closeOnEscape)
    return () => button.removeEventListener('keydown', closeOnEscape)
  }, [button, isOpen])
  return null
}

async function copyText(text: string, success: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ text: success })
  } catch {
    notify({ text: 'The browser did not allow copying. Open the event and copy it there.' })
  }
}
