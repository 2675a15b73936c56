import { ActionIcon, CloseButton, Tooltip } from '@mantine/core'
import { describeError } from '../../../api/error-messages.ts'
import { CopyLink } from '../../../ui/copy-button.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import classes from './event-bar.module.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import type { EventSteps } from './event-steps.ts'

type EventBarProps = {
  steps: EventSteps
  /** "3 of 20 on page 2 of 65" */
  place: string
  /** For screen readers: "Acme Cars, call from +27 82 000 0001, Certificate not trusted" */
  about: string
  /** null if no link leads to the event. */
  link: string | null
  onClose: () => void
}

/** The top of the drawer: buttons to other events, a link to this one, and Close. */
export function EventBar({ steps, place, about, link, onClose }: EventBarProps) {
  const { previous, next, isLoading } = steps
  useShortcuts([
    ['j', () => next?.()],
    ['k', () => previous?.()],
  ])
  return (
    <>
      <div className={classes.bar}>
        <StepButton name="Previous event" shortcut="K" onClick={previous}>
          <IconChevronUp size={18} aria-hidden />
        </StepButton>
        <StepButton name="Next event" shortcut="J" onClick={next}>
          <IconChevronDown size={18} aria-hidden />
        </StepButton>
        <span className={classes.place} role="status">
          {isLoading ? 'Loading…' : place}
          {about && <span className={visuallyHidden.only}>. {about}</span>}
        </span>
        <span className={classes.rest} />
        {link !== null && <CopyLink key={link} link={link} />}
        <CloseButton onClick={onClose} aria-label={uiMessages.close} data-autofocus />
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
