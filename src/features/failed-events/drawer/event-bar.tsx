import { CloseButton } from '@mantine/core'
import { describeError } from '../../../api/error-messages.ts'
import { CopyLink } from '../../../ui/copy-link.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import classes from './event-bar.module.css'
import * as messages from './messages.ts'
import { StepButtons } from './step-buttons.tsx'
import type { EventSteps } from './use-event-steps.ts'

type EventBarProps = {
  /** Given if the event is part of a list, with its neighbours. */
  steps?: EventSteps
  /** null if no link leads to the event. */
  link: string | null
  onClose: () => void
}

/** The top of the drawer: buttons to other events, a link to this one, and Close. */
export function EventBar({ steps, link, onClose }: EventBarProps) {
  return (
    <>
      <div className={classes.bar}>
        {steps && <StepButtons {...steps} />}
        <span className={classes.rest} />
        {link !== null && <CopyLink key={link} link={link} />}
        <CloseButton onClick={onClose} aria-label={uiMessages.close} data-autofocus />
      </div>
      {steps?.error && (
        <p className={classes.problem} role="alert">
          {messages.nextPageNotLoaded(describeError(steps.error).title)}
        </p>
      )}
      {steps?.isAtEnd && (
        <p className={classes.problem} role="status">
          {messages.noMoreEvents}
        </p>
      )}
    </>
  )
}
