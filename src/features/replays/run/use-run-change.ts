import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReplayNote, ReplayRunDetails } from '../../../../contract/replay.ts'
import type { Included } from '../../../../contract/replay-request.ts'
import { request } from '../../../api/request.ts'
import { confirmReceivers } from '../../receivers/queries/receivers-query.ts'
import { replayRunQuery } from '../replay-runs-query.ts'

/** Starts a run that is ready. */
type Start = {
  included: Included
  /** The hosts that the person confirms by it. */
  hosts: string[]
  note: ReplayNote
}

export type RunChange =
  | (Start & { to: 'start' })
  /** Waits until the receivers recover. Without a start, these are paused. */
  | {
      to: 'orders'
      receiver?: string | undefined
      days?: number
      start?: Start
      with_later_failures?: boolean
    }
  | { to: 'load' | 'pause' | 'resume' | 'cancel' | 'discard' }
  /** Without a receiver, all that are paused. */
  | { to: 'continue' | 'stop'; receiver: string | undefined }
  | { to: 'pace'; pace: number | null }

/**
 * Starts, pauses, resumes, cancels or discards a run, tries again to load it, or changes its receivers or pace. The page changes after the server has confirmed it.
 *
 * @param onStarted called then, even if another page is shown by that time
 */
export function useRunChange(id: string, onStarted?: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = replayRunQuery(id)
  return useMutation({
    mutationFn: async (change: RunChange) => {
      const start = startOf(change)
      if (start === null) {
        const { to, ...body } = change
        return send(id, to, Object.keys(body).length > 0 ? body : undefined)
      }
      const { hosts, note, included } = start
      if (hosts.length > 0) await confirmReceivers(hosts)
      const later = change.to === 'orders' && { with_later_failures: change.with_later_failures }
      return send(id, change.to, { ...included, ...note, ...later })
    },
    onSuccess: async (run, change) => {
      if (startOf(change) !== null) onStarted?.()
      // An older answer that arrives later must not replace it.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, run)
    },
    // Someone else may have changed the run first, so load it again.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

function startOf(change: RunChange): Start | null {
  if (change.to === 'start') return change
  return change.to === 'orders' ? (change.start ?? null) : null
}

function send(id: string, to: RunChange['to'], body?: object) {
  return request(ReplayRunDetails, `/gateway/replays/${id}/${to}`, { method: 'POST', body })
}
