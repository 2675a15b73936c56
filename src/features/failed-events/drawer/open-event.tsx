import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { Button, CloseButton, Drawer, Loader } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { EventPlace } from '../../../../contract/events.ts'
import { numbered } from '../../../../contract/pages/page-place.ts'
import { describeError } from '../../../api/error-messages.ts'
import { formatDateRange } from '../../../format/days.ts'
import { CopyLink } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { eventText } from '../../event/event-json.ts'
import { type EventRow, openLinkId } from '../../event/event-row.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { type ListProps, needsRange } from '../../event/list/list-search.ts'
import { targetLink } from '../../event/list/replay-target.ts'
import { useList } from '../../event/list/use-list.tsx'
import { requestFullEvent } from '../../event/request-events.ts'
import { rangeQuery } from '../../range/events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import { QueryFailure, RequestFailure } from '../../request-errors/request-failure.tsx'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { EventDetails } from './event-details.tsx'
import { type EventSteps, type StepPages, useEventSteps } from './event-steps.ts'
import classes from './open-event.module.css'
import { useIsBeside } from './use-is-beside.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry before is the replay run from which this event was opened. Closing it returns there. */
    isFromRun?: true
  }
}

export type OpenEventProps = Pick<ListProps, 'search' | 'onSearch'> & {
  rows: EventRow[]
  /** Whether other rows are loading. */
  isLoading: boolean
  pages: Omit<StepPages, 'keys'>
  /** "3 of 20 on page 2 of 65" for the third row. */
  formatPlace: (index: number) => string
  /** The service's answer that lists the rows. Without it, an event is read from the service when it is opened. */
  pageText?: string
}

export default function OpenEvent(props: OpenEventProps) {
  const { rows, isLoading, pages, formatPlace, pageText } = props
  const { list, search, onSearch } = useList()
  const { event } = search
  const { one } = LIST_LABELS[list]
  const index = rows.findIndex(({ key }) => key === event)
  const listed = useLastListed(event, rows[index])
  const text = useMemo(
    () => (pageText === undefined || index < 0 ? undefined : eventText(pageText, index)),
    [pageText, index],
  )
  const { full, query } = useFullEvent(listed, text)
  const steps = useEventSteps({ ...pages, keys: rows.map(({ key }) => key) })
  const { history } = useRouter()
  const close = () => {
    if (history.location.state.isFromRun) history.back()
    else onSearch({ ...search, event: undefined })
  }
  const missing =
    event === undefined || (listed === undefined && isLoading) ? (
      <LoadingRows label={`Loading the ${one}…`} />
    ) : listed === undefined ? (
      <MissingEvent event={event} />
    ) : query.error ? (
      <QueryFailure query={query} />
    ) : query.data === undefined ? (
      <LoadingRows label={`Loading the ${one}…`} />
    ) : (
      <EmptyState
        title={`This ${one} isn’t in the list`}
        message="The service no longer lists it. Close this and refresh the list."
      />
    )
  return (
    <EventDrawer eventKey={event} name={full?.row.name ?? 'Event'} onClose={close}>
      <EventBar
        steps={steps}
        place={index < 0 ? '' : formatPlace(index)}
        row={listed}
        onClose={close}
      />
      {full ? <EventDetails key={full.row.key} {...full} /> : missing}
    </EventDrawer>
  )
}

/** The row of the open event, which stays when the event leaves the list. */
function useLastListed(open: string | undefined, row: EventRow | undefined) {
  const [last, setLast] = useState<EventRow>()
  if (row !== undefined && last !== row) setLast(row)
  return row ?? (last?.key === open ? last : undefined)
}

/** @param text of the event, if the list has it. Otherwise the service is asked. */
function useFullEvent(row: EventRow | undefined, text: string | undefined) {
  const query = useQuery({
    queryKey: ['full-event', row?.key, row?.target],
    enabled: row !== undefined && text === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      if (row === undefined) return null
      const { target, key } = row
      return requestFullEvent(target.list, { ...target, key }, signal)
    },
  })
  if (row === undefined) return { full: undefined, query }
  if (text !== undefined) return { full: { row, text }, query }
  const full = query.data && {
    text: query.data.text,
    row: {
      ...row,
      event: { ...query.data.event, ordinal: row.event.ordinal },
      call: query.data.event.call,
    },
  }
  return { full: full ?? undefined, query }
}

/**
 * Shown for an event that is not on the page in the link. The gateway reads the whole list and says which page of its
 * copy has the event, which is then opened.
 */
function MissingEvent({ event }: { event: string }) {
  const { list, search, onSearch, filter } = useList()
  const { reading, version, problem, readAgain } = useReading(list, search)
  // A copy that is read again has the event where it was before.
  const isOld = reading?.is_reading && reading.is_complete
  const { size, sort } = search
  const eventPlace = { ...filter, event, page_size: size, sort }
  const query = useQuery({
    ...rangeQuery(EventPlace, '/place', eventPlace, isOld ? undefined : version),
    placeholderData: undefined,
  })
  const page = query.data?.page ?? null

  useEffect(() => {
    if (page === null) return
    const view = needsRange(search) ? search.view : 'all'
    onSearch({ ...search, view, ...numbered(page) }, { replace: true, state: true })
  }, [page, onSearch, search])

  const { one } = LIST_LABELS[list]
  if (problem !== null) return <RequestFailure error={problem} onRetry={readAgain} />
  if (query.error) return <QueryFailure query={query} />
  if (reading === undefined || reading.is_reading || query.data === undefined || page !== null) {
    return (
      <div role="status">
        <EmptyState
          icon={<Loader size={20} />}
          title={`Looking for this ${one}…`}
          message="It isn’t on the page in the link, because newer failures move it to later pages. Redial is searching the other pages, one after the other."
        />
      </div>
    )
  }
  return (
    <EmptyState
      title={`This ${one} was not found`}
      message={
        reading.is_complete
          ? `We searched every page ${formatDateRange(search)} and couldn’t find it. It may be from another account or from other days, or a filter leaves it out.`
          : 'Somebody stopped the search before all pages were read.'
      }
    >
      <Button onClick={() => readAgain()}>Look again</Button>
    </EmptyState>
  )
}

type EventDrawerProps = {
  eventKey: string | undefined
  name: string
  onClose: () => void
  children: ReactNode
}

/**
 * The open event. It is next to its list if there is room, so that the list stays visible while keys
 * move through it, and otherwise over it. Escape, Close and Back close it.
 */
function EventDrawer(props: EventDrawerProps) {
  const { eventKey, name, onClose } = props
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
      <Drawer.Content aria-label={name}>
        <Drawer.Body className={classes.body}>
          <Contents {...props} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function EventPane(props: EventDrawerProps) {
  const pane = useRef<HTMLElement>(null)
  const { eventKey, name, onClose } = props
  useNarrowPage(eventKey)
  useEffect(() => uncoverRow(eventKey), [eventKey])
  useEffect(() => {
    pane.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [])
  // Also while the focus is in the list, unless Escape has another meaning there.
  const closeOnEscape = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape') return
    const isField = target instanceof HTMLInputElement && target.type !== 'checkbox'
    if (isField && !pane.current?.contains(target)) return
    if (document.querySelector(':popover-open, dialog[open]') === null) onClose()
  })
  // A press right after the pane is shown may come before React runs other effects.
  useLayoutEffect(() => {
    // In the capture phase, before a dialog or a popover closes.
    window.addEventListener('keydown', closeOnEscape, { capture: true })
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true })
  }, [])
  return (
    <section
      ref={pane}
      // Not modal, because the list next to it stays usable.
      role="dialog"
      aria-label={name}
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

function Contents({ eventKey, children }: EventDrawerProps) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (eventKey !== undefined) top.current?.scrollIntoView({ block: 'end' })
  }, [eventKey])
  return (
    <>
      <div ref={top} />
      {children}
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

type EventBarProps = {
  steps: EventSteps
  /** "3 of 20 on page 2 of 65" */
  place: string
  /** undefined if the event isn't listed. */
  row: EventRow | undefined
  onClose: () => void
}

/** The top of the drawer: buttons to other events, a link to this one, and Close. */
function EventBar({ steps, place, row, onClose }: EventBarProps) {
  const { previous, next, isLoading } = steps
  const link = row && targetLink(row)
  useShortcuts([
    ['j', () => next?.()],
    ['k', () => previous?.()],
  ])
  return (
    <>
      <div className={classes.bar}>
        <IconButton
          label="Previous event"
          shortcut="K"
          icon={IconChevronUp}
          isOff={previous === null}
          onClick={() => previous?.()}
        />
        <IconButton
          label="Next event"
          shortcut="J"
          icon={IconChevronDown}
          isOff={next === null}
          onClick={() => next?.()}
        />
        <span className={classes.place} role="status">
          {isLoading ? 'Loading…' : place}
          {row && (
            <span className={visuallyHidden.only}>
              . {row.name}, {row.why}
            </span>
          )}
        </span>
        <span className={classes.rest} />
        {link !== undefined && <CopyLink key={link} link={link} />}
        <CloseButton onClick={onClose} aria-label="Close" data-autofocus />
      </div>
      {steps.error && (
        <p className={classes.problem} role="alert">
          Couldn’t load the next page of events. {describeError(steps.error).title}.
        </p>
      )}
      {steps.isAtEnd && (
        <p className={classes.problem} role="status">
          There are no more events.
        </p>
      )}
    </>
  )
}
