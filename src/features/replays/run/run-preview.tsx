import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { useFocusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { countToSend } from '../run-messages.ts'
import { hasScope, NOTHING_SELECTED } from '../selection/selection.ts'
import { useSelection } from '../selection/selection-context.tsx'
import * as messages from './messages.ts'
import { RunProblem } from './run-progress.tsx'
import classes from './run-state.module.css'
import { useRunChange } from './use-run-change.ts'

type RunPreviewProps = {
  run: ReplayRunDetails
  /** Whether events that a replay has delivered are sent again. */
  isOnceMore: boolean
  onOnceMore: (isOnceMore: boolean) => void
}

/** The draft of a run: what it will send and skip. Nothing is sent until a person starts it. */
export function RunPreview({ run, isOnceMore, onOnceMore }: RunPreviewProps) {
  const { select } = useSelection()
  const change = useRunChange(run.id, () =>
    select(current => (hasScope(current, run) ? NOTHING_SELECTED : current)),
  )
  const { being_sent: underWay, already_delivered: delivered } = run
  const toSend = countToSend(run, isOnceMore)
  const receivers = run.receivers.filter(one => countToSend(one, isOnceMore) > 0)
  const heading = useFocusIfLost<HTMLHeadingElement>()
  const start = () => change.mutate({ to: 'start', include_delivered: isOnceMore })

  return (
    <section className={classes.state}>
      <div className={classes.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {toSend > 0
              ? messages.willBeSent(toSend, receivers.length, run.further_receivers > 0)
              : messages.nothingToSend}
          </h2>
          <p className={classes.hint}>
            {toSend > 0 ? messages.nothingSentYet : messages.noneCanBeSent}
          </p>
        </div>
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={change.isPending && change.variables.to === 'discard'}
            onClick={() => change.mutate({ to: 'discard' })}
          >
            {messages.discard}
          </Button>
          {toSend > 0 && (
            <Button
              loading={change.isPending && change.variables.to === 'start'}
              onClick={start}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {messages.send(toSend)}
            </Button>
          )}
        </div>
      </div>
      <RunProblem error={change.error} />
      {(underWay > 0 || delivered > 0 || run.causes.length > 0) && (
        <ul className={classes.skipped} aria-label={messages.skippedEvents}>
          {underWay > 0 && <li>{messages.underWaySkipped(underWay)}</li>}
          {delivered > 0 && (
            <li>
              {isOnceMore
                ? messages.deliveredSentAgain(delivered)
                : messages.deliveredSkipped(delivered)}
              <br />
              <label className={classes.choice}>
                <input
                  type="checkbox"
                  checked={isOnceMore}
                  onChange={event => onOnceMore(event.currentTarget.checked)}
                />
                {messages.sendAgain(delivered)}
              </label>
            </li>
          )}
          {run.causes.map(({ cause, count }) => (
            <li key={cause}>{messages.cannotBeSent(count, cause)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
