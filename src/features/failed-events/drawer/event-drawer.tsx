import { Drawer } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { type EventRow, openLinkId } from '../../event/event-row.ts'
import { EventDetails } from './event-details.tsx'
import classes from './event-drawer.module.css'
import { useIsBeside } from './use-is-beside.ts'

type EventDrawerProps = {
  eventKey: string | undefined
  row: EventRow | undefined
  onClose: () => void
  /** The event in the service's answer; defined if `row` is. */
  text: string | undefined
  bar: ReactNode
  /** What is shown as long as there is no row. */
  missing: ReactNode
}

/**
 * The open event. It is next to its list if there is room, so that the list stays visible while keys
 * move through it, and otherwise over it. Escape, Close and Back close it.
 */
export function EventDrawer(props: EventDrawerProps) {
  const { eventKey, row, onClose } = props
  const isBeside = useIsBeside()
  useFocusReturn(eventKey)
  if (isBeside) return eventKey !== undefined && <EventPane {...props} />
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
        <Drawer.Body className={classes.body}>
          <Contents {...props} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function EventPane(props: EventDrawerProps) {
  const pane = useRef<HTMLElement>(null)
  const { onClose } = props
  useNarrowPage(props.eventKey)
  useEffect(() => uncoverRow(props.eventKey), [props.eventKey])
  useEffect(() => {
    pane.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [])
  // Also while the focus is in the list, unless Escape has another meaning there.
  // In the capture phase, before a tooltip handles it.
  useWindowEvent(
    'keydown',
    ({ key, target }) => {
      if (key !== 'Escape') return
      const isField = target instanceof HTMLInputElement && target.type !== 'checkbox'
      if (isField && !pane.current?.contains(target)) return
      if (document.querySelector(':popover-open, dialog[open]') === null) onClose()
    },
    { capture: true },
  )
  return (
    <section
      ref={pane}
      // Not modal, because the list next to it stays usable.
      role="dialog"
      aria-label={props.row?.name ?? 'Event'}
      className={classes.pane}
      data-details-pane
    >
      <div className={classes.body}>
        <Contents {...props} />
      </div>
    </section>
  )
}

/**
 * Leaves space for the pane, by an attribute of the document. With `:has()`, browsers would compute the styles of
 * the whole page again at each change of its rows.
 */
function useNarrowPage(eventKey: string | undefined): void {
  const open = useRef(eventKey)
  open.current = eventKey
  useLayoutEffect(() => {
    const toggle = (isBeside: boolean) => keepListInPlace(open.current, isBeside)
    toggle(true)
    return () => toggle(false)
  }, [])
}

/**
 * Makes or takes back the space without moving the list, whose row is still under the pointer. At the top of the
 * page, where it can't be scrolled, the page begins lower instead.
 */
function keepListInPlace(eventKey: string | undefined, isBeside: boolean): void {
  const root = document.documentElement
  const link = eventKey === undefined ? null : document.getElementById(openLinkId(eventKey))
  // The table's top and not the row's: without the space, the columns of the wide list make the rows above it higher.
  const top = () => link?.closest('table')?.getBoundingClientRect().top ?? 0
  const before = top()
  root.toggleAttribute('data-beside-details', isBeside)
  root.style.removeProperty('--room-above')
  window.scrollBy(0, top() - before)
  const missing = before - top()
  if (missing > 0) root.style.setProperty('--room-above', `${missing}px`)
}

/** Scrolls the row of the open event above the foot of the list, which is higher with a selection. */
function uncoverRow(eventKey: string | undefined): void {
  const row = eventKey && document.getElementById(openLinkId(eventKey))?.closest('tr')
  const foot = document.querySelector('[data-foot]')
  if (!row || !foot) return
  const covered = row.getBoundingClientRect().bottom - foot.getBoundingClientRect().top
  if (covered > 0) window.scrollBy(0, covered)
}

function Contents({ eventKey, row, text, bar, missing }: EventDrawerProps) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (eventKey !== undefined) top.current?.scrollIntoView({ block: 'end' })
  }, [eventKey])
  return (
    <>
      <div ref={top} />
      {bar}
      {row === undefined && missing}
      {row !== undefined && text !== undefined && (
        <EventDetails key={row.key} row={row} text={text} />
      )}
    </>
  )
}

function useFocusReturn(open: string | undefined) {
  const last = useRef(open)
  useEffect(() => {
    if (open === undefined && last.current !== undefined) {
      document.getElementById(openLinkId(last.current))?.focus({ preventScroll: true })
    }
    last.current = open
  }, [open])
}
