import { Button, Loader } from '@mantine/core'
import { IconDots, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useWhenOnlineAgain } from '../../../api/connection.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { ReplayQuestion } from '../confirm/replay-question.tsx'
import { isUnderWay, noReceiver } from '../replay-messages.ts'
import classes from './replay-control.module.css'
import { refetchReplayed, rememberReplays, startReplay } from './replay-items-query.ts'
import { ReplayOutcome } from './replay-outcome.tsx'
import { useIsStatusUnavailable } from './use-replay-items.ts'

const moreActions = 'More actions'

/** A replay can end immediately. A shorter change of the button would look as if nothing happened. */
const SEEN_FOR_MS = 400

type ReplayControlProps = {
  /** Shown while there is no replay and no state. */
  otherwise: ReactNode
  target: ReplayTarget
  latest: ReplayItem | null
  /** The state of the event without replays; null while it is missing. */
  state: EventState | null
  /** Without one, it can't be replayed. */
  hasReceiver: boolean
  /** Whether the event was delivered. A menu has the button then. */
  isDelivered: boolean
}

/** The Replay button of the open event, and its state: still missing, or the outcome of the latest replay. */
export function ReplayControl(props: ReplayControlProps) {
  const { target, latest, state, hasReceiver, isDelivered, otherwise } = props
  const queryClient = useQueryClient()
  const start = useMutation({
    /** @param isAnyway whether the person sends the event although it is marked as handled */
    mutationFn: async (isAnyway: boolean) => {
      const [item] = await Promise.all([
        startReplay(target, latest?.run_id ?? null, isAnyway),
        new Promise(resolve => setTimeout(resolve, SEEN_FOR_MS)),
      ])
      return item
    },
    onSuccess: item => rememberReplays(queryClient, target.list, [item]),
    onError: () => refetchReplayed(queryClient, target.list),
  })
  useWhenOnlineAgain(() => {
    if (start.error instanceof ApiError && start.error.kind === 'offline') start.reset()
  })
  const isStatusUnavailable = useIsStatusUnavailable(target.list)
  const isSending = start.isPending || (latest !== null && isUnderWay(latest.state))
  const isOff = isSending || !hasReceiver
  const [isAsking, setAsking] = useState(false)
  const handled = !isDelivered && state?.state === 'handled' ? state : undefined
  const asks = isDelivered || handled !== undefined
  return (
    <div className={classes.control}>
      {isDelivered && !isSending ? (
        <ReplayAgain isOff={isOff} onReplay={() => setAsking(true)} />
      ) : (
        // A `disabled` button would lose the focus during the replay.
        <Button
          data-replay={asks ? 'asks' : ''}
          size="sm"
          variant={asks ? 'default' : undefined}
          title={hasReceiver ? undefined : noReceiver('this event')}
          aria-disabled={isOff}
          data-disabled={isOff || undefined}
          onClick={isOff ? undefined : asks ? () => setAsking(true) : () => start.mutate(false)}
          leftSection={
            isSending ? (
              <Loader size={16} color="currentColor" />
            ) : (
              <IconRefresh size={16} aria-hidden />
            )
          }
        >
          Replay
        </Button>
      )}
      <ReplayOutcome
        latest={latest}
        state={state}
        isUnderWay={isSending}
        error={start.error}
        isStatusUnavailable={isStatusUnavailable}
        wasStartedHere={!start.isIdle}
        place="drawer"
        otherwise={otherwise}
      />
      {isAsking && (
        <ReplayQuestion
          isDelivered={isDelivered}
          handled={handled}
          // A delivered event may be marked, too.
          onSend={() => start.mutate(true)}
          onClose={() => setAsking(false)}
        >
          this event
        </ReplayQuestion>
      )}
    </div>
  )
}

/** The rare action for a delivered event. A key presses the hidden button. */
function ReplayAgain({ isOff, onReplay }: { isOff: boolean; onReplay: () => void }) {
  const more = useRef<HTMLElement>(null)
  // The Replay button, which had the focus, is gone.
  useEffect(() => focusIfLost(more), [])
  return (
    <div
      className={classes.more}
      ref={place => {
        more.current = place?.querySelector('button') ?? null
      }}
    >
      <PopoverButton
        isIconOnly
        isFresh
        label={moreActions}
        title={moreActions}
        icon={<IconDots size={16} aria-hidden />}
      >
        {close => (
          <PlainButton
            data-size="xs"
            disabled={isOff}
            icon={<IconRefresh size={14} aria-hidden />}
            onClick={() => {
              close()
              onReplay()
            }}
          >
            Replay again…
          </PlainButton>
        )}
      </PopoverButton>
      <button type="button" hidden data-replay="asks" aria-disabled={isOff} onClick={onReplay} />
    </div>
  )
}
