import { ActionIcon, CloseButton, Tooltip } from '@mantine/core'
import { describeError } from '../../../api/error-messages.ts'
import { CopyLink } from '../../../ui/copy-button.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import type { EventRow } from '../../event/event-row.ts'
import classes from './event-bar.module.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageCount } from '../../../format/page-count.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import type { ListProps } from '../../event/list/list-search.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { type EventPage, failedEventsQuery } from '../failed-events-query.ts'
import { hasNext, hasPrevious, placeOn, stepFrom } from './event-steps.ts'

type EventBarProps = {
  steps?: EventSteps
  /** The open event and its cause, for screen readers. */
  about: string
  /** null if no link leads to the event. */
  link: string | null
  onClose: () => void
}

/** The top of the drawer: buttons to other events, a link to this one, and Close. */
export function EventBar({ steps, about, link, onClose }: EventBarProps) {
  return (
    <>
      <div className={classes.bar}>
        {steps && <StepButtons {...steps} about={about} />}
        <span className={classes.rest} />
        {link !== null && <CopyLink key={link} link={link} />}
        <CloseButton onClick={onClose} aria-label={uiMessages.close} data-autofocus />
      </div>
      {steps?.error && (
        <p className={classes.problem} role="alert">
          Couldn’t load the next page of events. {describeError(steps.error).title}.
        </p>
      )}
      {steps?.isAtEnd && (
        <p className={classes.problem} role="status">
          There are no more events.
        </p>
      )}
    </>
  )
}

/** "Acme Cars, call from +27 82 000 0001, Certificate not trusted" */
export function eventAbout(row: EventRow | undefined): string {
  return row === undefined ? '' : `${row.name}, ${row.why}`
}

export function StepButtons({ previous, next, place, about }: EventSteps & { about: string }) {
  useShortcuts([
    ['j', () => next?.()],
    ['k', () => previous?.()],
  ])
  return (
    <>
      <StepButton name="Previous event" shortcut="K" onClick={previous}>
        <IconChevronUp size={18} aria-hidden />
      </StepButton>
      <StepButton name="Next event" shortcut="J" onClick={next}>
        <IconChevronDown size={18} aria-hidden />
      </StepButton>
      <span className={classes.place} role="status">
        {place}
        {about && <span className={visuallyHidden.only}>. {about}</span>}
      </span>
    </>
  )
}

type StepButtonProps = {
  name: string
  shortcut: string
  /** null if there is no such event. A `disabled` button would lose the focus. */
  onClick: (() => void) | null
  children: ReactNode
}

function StepButton({ name, shortcut, onClick, children }: StepButtonProps) {
  return (
    <Tooltip label={`${name} (${shortcut})`} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        variant="default"
        aria-label={name}
        aria-keyshortcuts={shortcut}
        aria-disabled={onClick === null}
        data-disabled={onClick === null || undefined}
        onClick={onClick ?? undefined}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

export type EventSteps = {
  next: (() => void) | null
  previous: (() => void) | null
  /** "3 of 20 on page 2 of 65" */
  place: string
  error: Error | null
  /** Whether the next or previous event disappeared in the meantime. */
  isAtEnd: boolean
}

/**
 * Moves from the open event to the previous and the next one, also to neighbouring pages. It adds no
 * entry to the browser's history, so that Back closes the drawer.
 */
export function useEventSteps({ list, search, onSearch }: ListProps, page: EventPage): EventSteps {
  const queryClient = useQueryClient()
  const open = search.event ?? ''
  const step = useMutation({
    mutationFn: (by: 1 | -1) =>
      stepFrom(
        { page, open, read: request => queryClient.fetchQuery(failedEventsQuery(list, request)) },
        by,
      ),
    onSuccess: found => {
      if (found !== null) onSearch({ ...search, ...found }, { replace: true, state: true })
    },
  })
  const go = (by: 1 | -1) => () => {
    if (!step.isPending) step.mutate(by)
  }
  return {
    next: hasNext({ page, open }) ? go(1) : null,
    previous: hasPrevious({ page, open }) ? go(-1) : null,
    place: step.isPending ? 'Loading…' : formatPlace(page, open),
    error: step.error,
    isAtEnd: step.data === null,
  }
}

function formatPlace(page: EventPage, open: string): string {
  const place = placeOn(page, open) + 1
  if (place === 0) return ''
  const pages = pageCount(page.request.page, page)
  const where = `${place} of ${page.results.length}`
  if (pages === 1) return where
  return `${where} on page ${page.request.page}${pages === null ? '' : ` of ${pages}`}`
}
