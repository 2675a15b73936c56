import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type EventRow, openLinkId } from '../../event/event-row.ts'
import { LIST_WORDS } from '../../event/list/list-words.ts'
import { EventDetails } from './event-details.tsx'
import classes from './event-drawer.module.css'

type EventDrawerProps = {
  list: FailedEventList
  /** What the address calls the open event; undefined while none is open. */
  eventKey: string | undefined
  /** undefined where the event is not among those that are shown. */
  row: EventRow | undefined
  onClose: () => void
  /** The event as the service's answer has it; defined if `row` is. */
  text: string | undefined
  /** On top. */
  bar: ReactNode
  /** In the place of an event that is not there. */
  missing?: ReactNode
}

/** The open event, over its list. Escape, a click on the list and Back close it. */
export function EventDrawer({
  list,
  eventKey,
  row,
  onClose,
  text,
  bar,
  missing,
}: EventDrawerProps) {
  const top = useRef<HTMLDivElement>(null)
  useFocusReturn(eventKey)
  // The next event is read from its beginning.
  useEffect(() => {
    if (eventKey !== undefined) top.current?.scrollIntoView({ block: 'end' })
  }, [eventKey])
  return (
    <Drawer.Root
      opened={eventKey !== undefined}
      onClose={onClose}
      position="right"
      size="min(720px, 100vw)"
      returnFocus={false}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={row?.name ?? 'Event'}>
        <div ref={top} />
        <Drawer.Body className={classes.body}>
          {bar}
          {row === undefined && (missing ?? <NotShown list={list} />)}
          {row !== undefined && text !== undefined && (
            <EventDetails key={row.key} list={list} row={row} text={text} />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function NotShown({ list }: { list: FailedEventList }) {
  return (
    <EmptyState
      title={`This ${LIST_WORDS[list].one} is not among those that are shown`}
      message="It may be on other days, or not have been read yet. Close this and look further."
    />
  )
}

/** Returns the focus to the row that was last open. */
function useFocusReturn(open: string | undefined) {
  const last = useRef(open)
  useEffect(() => {
    if (open === undefined && last.current !== undefined) {
      document.getElementById(openLinkId(last.current))?.focus({ preventScroll: true })
    }
    last.current = open
  }, [open])
}
