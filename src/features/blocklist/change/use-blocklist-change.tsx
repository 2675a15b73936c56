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
import { isOfEntity } from '../records/blocklist-errors.ts'
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

/** The key of changes in progress, by which other components see them. */
export const BLOCKLIST_CHANGE = ['blocklist-change']

/** Makes changes of the blocklist, and reports what they did also after a failure. */
export function useBlocklistChange() {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationKey: BLOCKLIST_CHANGE,
    mutationFn: async ({ change, summaries }: ChangeInOrder) => {
      const summary = await changeBlocklist(client, change).catch((failure: unknown) =>
        unmade(change, failure),
      )
      summaries.push(summary)
      const { failure } = summary
      // The whole page reacts to the end of the session.
      if (failure instanceof ApiError && failure.kind === 'signed-out') throw failure
    },
    // A request whose answer was lost may have succeeded.
    onSettled: () => {
      void client.invalidateQueries(blocklistQuery)
      reloadNotes(client)
    },
  })
  /** One after the other. An entity that is gone doesn't stop the others, but a failure of the service does. */
  const run = async (changes: BlocklistChange[]): Promise<ChangeSummary[]> => {
    const summaries: ChangeSummary[] = []
    for (const change of changes) {
      const stop = summaries.find(({ rest, failure }) => rest.length > 0 && !isOfEntity(failure))
      if (stop) summaries.push(unmade(change, stop.failure))
      else await mutateAsync({ change, summaries }).catch(() => undefined)
    }
    return summaries
  }
  return { run, isPending }
}

/** A change after others, whose summary is added to theirs. */
type ChangeInOrder = { change: BlocklistChange; summaries: ChangeSummary[] }

/** The summary of a change of which nothing was done. */
function unmade({ isBlock, entity, numbers }: BlocklistChange, failure: unknown): ChangeSummary {
  const nothing = { done: [], already: [], unclear: [], isExact: true }
  return { ...nothing, isBlock, entity, rest: numbers, failed: numbers, failure }
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

const UNMOUNTED = 'unmounted'

/**
 * Changes in many batches. The browser asks before a person leaves the page; leaving stops the remaining
 * batches.
 */
export function useChangeWithProgress() {
  const { run, isPending } = useBlocklistChange()
  /** null while nothing is sent. */
  const [progress, setProgress] = useState<(BatchProgress & { isStopping?: true }) | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => askBeforeLeaving(() => isPending), [isPending])
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort(UNMOUNTED)
  }, [])
  return {
    progress,
    isPending,
    /** Whether the form or the dialog has closed since, so that it can't show the summary. */
    isUnmounted: () => stop.current.signal.reason === UNMOUNTED,
    stop: () => {
      stop.current.abort()
      setProgress(now => now && { ...now, isStopping: true })
    },
    run: async (changes: BlocklistChange[]) => {
      stop.current = new AbortController()
      const steps = { onProgress: setProgress, signal: stop.current.signal }
      const summaries = await run(changes.map(change => ({ ...change, steps })))
      setProgress(null)
      return summaries
    },
  }
}

type ChangeProgressProps = {
  /** The action: "Blocking numbers". */
  label: string
  change: ReturnType<typeof useChangeWithProgress>
}

/** Shows how many numbers of a long change are done, with a button that stops the rest. */
export function ChangeProgress({ label, change: { progress, stop } }: ChangeProgressProps) {
  if (progress === null) return null
  const { done, all, wait, isStopping = false } = progress
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
