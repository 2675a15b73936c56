import { CloseButton, Drawer } from '@mantine/core'
import { useEffect } from 'react'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EventDetails } from './event-details.tsx'
import classes from './event-drawer.module.css'
import { type EventRow, openLinkId } from './event-row.ts'
import { LIST_WORDS } from './list-words.ts'

type EventDrawerProps = {
  list: FailedEventList
  /** What the address calls the open event; undefined while none is open. */
  eventKey: string | undefined
  /** undefined where the event is not on the page that is shown. */
  row: EventRow | undefined
  onClose: () => void
}

/** The open event, over the list that it is in. Escape, the list beside it and Back close it. */
export function EventDrawer({ list, eventKey, row, onClose }: EventDrawerProps) {
  useFocusReturn(eventKey)
  const title = row?.name ?? 'Event'
  return (
    <Drawer.Root
      opened={eventKey !== undefined}
      onClose={onClose}
      position="right"
      size="min(680px, 100vw)"
      returnFocus={false}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={title}>
        <Drawer.Body className={classes.body}>
          <CloseButton
            className={classes.close}
            onClick={onClose}
            aria-label="Close"
            data-autofocus
          />
          {row ? (
            <EventDetails key={row.key} list={list} row={row} />
          ) : (
            <EmptyState
              title={`This ${LIST_WORDS[list].one} is not on this page of the list`}
              message="Newer failures may have moved it to a later page, or the days above don’t include it. Close this and look further on."
            />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** However the drawer was closed, the keyboard goes on at the row that it was about. */
function useFocusReturn(eventKey: string | undefined) {
  useEffect(() => {
    if (eventKey === undefined) return
    return () => document.getElementById(openLinkId(eventKey))?.focus({ preventScroll: true })
  }, [eventKey])
}
