import { CloseButton } from '@mantine/core'
import { describeError } from '../../../api/error-messages.ts'
import { CopyLink } from '../../../ui/copy-button.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import type { EventRow } from '../../event/event-row.ts'
import classes from './event-bar.module.css'
import * as messages from './messages.ts'
import { StepButtons } from './step-buttons.tsx'
import type { EventSteps } from './use-event-steps.ts'

type EventBarProps = {
  /** Given if the event is part of a list, with its neighbours. */
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

/** "Acme Cars, call from +27 82 000 0001, Certificate not trusted" */
export function eventAbout(row: EventRow | undefined): string {
  return row === undefined ? '' : `${row.name}, ${row.why}`
}
