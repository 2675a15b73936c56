import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReplayRunDetails } from '../../../../contract/replay.ts'
import { describeError } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import button from '../../../ui/row-button.module.css'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { replayRunQuery } from '../replay-runs-query.ts'
import * as messages from './messages.ts'

type DiscardDraftProps = {
  runId: string
  /** Its events, such as "29 failed calls". */
  events: string
}

/** Discards a draft run after a confirmation. Colleagues no longer see it either. */
export function DiscardDraft({ runId, events }: DiscardDraftProps) {
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const discard = useMutation({
    mutationFn: () =>
      request(ReplayRunDetails, `/gateway/replays/${runId}/discard`, { method: 'POST' }),
    onSuccess: run => {
      queryClient.setQueryData(replayRunQuery(runId).queryKey, run)
      notify({ text: messages.draftDiscarded(events) })
    },
    onError: error => {
      const { title, message } = describeError(error)
      notify({ text: messages.draftNotDiscarded(title, message), isSuccess: false })
    },
    // After an error too, because somebody else may have started or discarded it.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.allReplayRuns })
      focusIfLost({ current: document.querySelector('h1') })
    },
  })
  return (
    <>
      <button
        type="button"
        className={button.button}
        data-size="xs"
        aria-label={messages.discardDraft(events)}
        aria-disabled={discard.isPending}
        onClick={() => !discard.isPending && setAsked(true)}
      >
        <span>{messages.discard}</span>
      </button>
      {isAsked && (
        <ConfirmDialog
          title={messages.discardQuestion(events)}
          confirm={messages.discard}
          onConfirm={() => discard.mutate()}
          onClose={() => setAsked(false)}
        >
          {messages.discardExplanation}
        </ConfirmDialog>
      )}
    </>
  )
}
