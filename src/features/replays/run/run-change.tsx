import { Button, type ButtonProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ReplayRunDetails } from '../../../../contract/replay.ts'
import type { StandingOrderRequest } from '../../../../contract/standing-order.ts'
import { errorText } from '../../../api/error-messages.ts'
import { request } from '../../../api/request.ts'
import { replayRunQuery } from '../replay-runs-query.ts'
import classes from './run-state.module.css'

/** A step of a run, with the fields of its request. Without a receiver, it is about all that are paused. */
export type RunChange = Partial<z.input<typeof StandingOrderRequest>> & {
  to:
    | 'start'
    | 'orders'
    | 'load'
    | 'pause'
    | 'resume'
    | 'pace'
    | 'continue'
    | 'stop'
    | 'cancel'
    | 'discard'
}

/**
 * Starts, pauses, resumes, cancels or discards a run, tries again to load it, or changes its receivers or pace. The page changes after the server has confirmed it.
 *
 * @param onStarted called then, even if another page is shown by that time
 */
export function useRunChange(id: string, onStarted?: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = replayRunQuery(id)
  return useMutation({
    mutationFn: ({ to, ...body }: RunChange) =>
      request(ReplayRunDetails, `/gateway/replays/${id}/${to}`, {
        method: 'POST',
        body: Object.keys(body).length > 0 ? body : undefined,
      }),
    onSuccess: async (run, { to }) => {
      if (to === 'start' || to === 'orders') onStarted?.()
      // An older answer that arrives later must not replace it.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, run)
    },
    // Someone else may have changed the run first, so load it again.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

type ChangeButtonProps = Pick<ButtonProps, 'size'> &
  Pick<RunChange, 'to' | 'receiver'> & {
    change: ReturnType<typeof useRunChange>
    label: string
    Icon?: TablerIcon
    /** Whether it is what most people want. */
    isPrimary?: boolean
    title?: string
    'aria-label'?: string
    /** If it does more than the change alone. */
    onClick?: () => void
  }

/** A button that changes a run, and shows that its own change is in progress. */
export function ChangeButton(props: ChangeButtonProps) {
  const { change, to, receiver, label, Icon, isPrimary = false, ...rest } = props
  const isMine = change.variables?.to === to && change.variables.receiver === receiver
  return (
    <Button
      variant={isPrimary ? 'filled' : 'default'}
      data-danger={to === 'cancel' || to === 'stop' || undefined}
      loading={change.isPending && isMine}
      onClick={() => change.mutate({ to, receiver })}
      leftSection={Icon && <Icon size={16} aria-hidden />}
      {...rest}
    >
      {label}
    </Button>
  )
}

/** Why a change of a run failed. */
export function RunProblem({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <p className={classes.problem} role="alert">
      {errorText(error)}
    </p>
  )
}
