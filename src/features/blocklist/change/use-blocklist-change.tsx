import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { BlockNoteFields } from '../../../../contract/blocklist/block-notes.ts'
import { MAX_NUMBERS_PER_REQUEST, withCountryCode } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { ApiError } from '../../../api/api-error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { formatWait } from '../../../format/durations.ts'
import { askBeforeLeaving } from '../../../forms/reload.ts'
import notice from '../../../ui/notice.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { type Block, blockNotesQuery, groupsOf } from '../records/blocks.ts'
import { blocklistQuery } from '../records/queries.ts'
import {
  type BlocklistChange,
  type ChangeSummary,
  changeBlocklist,
  requestBody,
} from './blocklist-change.ts'
import classes from './change-progress.module.css'
import { type BatchProgress, sendInBatches } from './send-in-batches.ts'

/** Makes a change of the blocklist, and reports what it did also after a failure. */
export function useBlocklistChange() {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (change: BlocklistChange) => {
      const summary = await changeBlocklist(client, change)
      const { failure } = summary
      // The whole page reacts to the end of the session.
      if (failure instanceof ApiError && failure.kind === 'signed-out') throw failure
      return summary
    },
    // A request whose answer was lost may have succeeded.
    onSettled: () => {
      void client.invalidateQueries(blocklistQuery)
      reloadNotes(client)
    },
  })
  const run = (change: BlocklistChange): Promise<ChangeSummary> =>
    mutateAsync(change).catch((failure: unknown) => {
      const { isBlock, entity, numbers } = change
      const nothing = { done: [], already: [], unclear: [], isExact: true }
      return { ...nothing, isBlock, entity, rest: numbers, failed: numbers, failure }
    })
  return { run, isPending }
}

/** Sets the given fields of the notes of blocks, entity by entity. */
export function useChangeNotes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ blocks, fields }: { blocks: Block[]; fields: BlockNoteFields }) => {
      for (const [entity, some] of groupsOf(blocks)) {
        const numbers = some.map(({ number }) => withCountryCode(number))
        const { failure } = await sendInBatches(numbers, part =>
          request(z.undefined(), '/gateway/block-notes', {
            method: 'PUT',
            body: { ...requestBody(entity, part), ...fields },
            expect: [204],
          }),
        )
        if (failure !== null) throw failure
      }
    },
    // Some may be changed although a later request failed.
    onSettled: () => reloadNotes(client),
  })
}

function reloadNotes(client: QueryClient): void {
  void client.invalidateQueries(blockNotesQuery)
  void client.invalidateQueries({ queryKey: queryKeys.numberHistory })
}

type ChangeWithProgress = ReturnType<typeof useChangeWithProgress>

/**
 * A change in many batches. The browser asks before a person leaves the page; leaving stops the remaining
 * batches.
 */
export function useChangeWithProgress() {
  const { run, isPending } = useBlocklistChange()
  /** null while nothing is sent. */
  const [progress, setProgress] = useState<BatchProgress | null>(null)
  const [isStopping, setIsStopping] = useState(false)
  const stop = useRef(new AbortController())
  const isUnmounted = useRef(false)
  useEffect(() => askBeforeLeaving(() => isPending), [isPending])
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      stop.current.abort()
    }
  }, [])
  return {
    progress,
    isPending,
    isStopping,
    /** Whether the form or the dialog has closed since, so that it can't show the summary. */
    isUnmounted: () => isUnmounted.current,
    stop: () => {
      stop.current.abort()
      setIsStopping(true)
    },
    run: async (change: BlocklistChange): Promise<ChangeSummary> => {
      stop.current = new AbortController()
      setIsStopping(false)
      const steps = { onProgress: setProgress, signal: stop.current.signal }
      const summary = await run({ ...change, steps })
      setProgress(null)
      return summary
    },
  }
}

type ChangeProgressProps = {
  /** The action: "Blocking numbers". */
  label: string
  change: ChangeWithProgress
}

/** Shows how many numbers of a long change are done, with a button that stops the rest. */
export function ChangeProgress({
  label,
  change: { progress, isStopping, stop },
}: ChangeProgressProps) {
  if (progress === null) return null
  const { done, all, wait } = progress
  if (all <= MAX_NUMBERS_PER_REQUEST && wait === null) return null
  return (
    <div className={clsx(notice.box, classes.progress)}>
      <p role="status">
        {label}: {formatNumber(done)} of {formatNumber(all)} done.
        {wait !== null &&
          ` The service asks us to wait ${formatWait(wait)}. Then it continues automatically.`}
        {isStopping && ` Stopping once the service has answered.`}
      </p>
      <progress aria-label={label} value={done} max={all} />
      <PlainButton data-size="xs" isOff={isStopping} onClick={stop}>
        Stop after this batch
      </PlainButton>
    </div>
  )
}
