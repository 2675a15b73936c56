import { ActionIcon, Tooltip } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import classes from './event-bar.module.css'
import * as messages from './messages.ts'
import type { EventSteps } from './use-event-steps.ts'

/** Moves to the previous and the next event, with buttons or keys. */
export function StepButtons({ previous, next, place, about }: EventSteps & { about: string }) {
  useShortcuts([
    ['j', () => next?.()],
    ['k', () => previous?.()],
  ])
  return (
    <>
      <StepButton name={messages.previousEvent} shortcut="K" onClick={previous}>
        <IconChevronUp size={18} aria-hidden />
      </StepButton>
      <StepButton name={messages.nextEvent} shortcut="J" onClick={next}>
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
