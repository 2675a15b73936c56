import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import type { RangeReading } from '../failed-events/range-reading.ts'
import { rangeReadingQuery } from '../failed-events/range-reading-query.ts'
import { latestReplay } from '../replays/replay-words.ts'
import { eventFile } from './event-file.ts'
import { EXPORT_KEY } from './export-key.ts'
import type { ExportRequest } from './export-request.ts'
import { fileName } from './file-name.ts'
import { type Gathered, gatherEvents, readEvents } from './gather-events.ts'
import { saveBlob } from './save-blob.ts'

/** What an export came to: a file; or fewer events than were meant, of which none is made by itself. */
export type Exported =
  | { kind: 'saved'; gathered: Gathered; name: string }
  | { kind: 'incomplete'; gathered: Gathered }
  | { kind: 'nothing' }

type Task = {
  request: ExportRequest
  /** What was gathered before, where a file is wanted though it isn't all. */
  gathered?: Gathered
}

/** Makes a file of failed events, one at a time. It goes on while its menu is closed. */
export function useExport() {
  const queryClient = useQueryClient()
  const [reading, setReading] = useState<RangeReading | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useMutation({
    mutationKey: EXPORT_KEY,
    mutationFn: async ({ request, gathered }: Task): Promise<Exported> => {
      abort.current = new AbortController()
      const { signal } = abort.current
      setReading(null)
      const isMeant = gathered !== undefined
      const found =
        gathered ?? (await gatherEvents(queryClient, request, { signal, onProgress: setReading }))
      setReading(null)
      // What was there before is no answer to a wish for what is there now.
      if (found.isWhole) signal.throwIfAborted()
      if (found.events.length === 0 && found.isWhole) return { kind: 'nothing' }
      if (!found.isWhole && !isMeant) return { kind: 'incomplete', gathered: found }
      const contents = { events: found.events, replays: knownReplays(queryClient, request.list) }
      const name = fileName(request, found)
      saveBlob(await eventFile(request.format, contents, signal), name)
      return { kind: 'saved', gathered: found, name }
    },
  })
  const { request } = run.variables ?? {}
  return {
    start: (wanted: ExportRequest) => run.mutate({ request: wanted }),
    /** Makes the file of what is there, with a name that says that it isn't all. */
    saveIncomplete: (gathered: Gathered) => request && run.mutate({ request, gathered }),
    /** Reads on from where it stopped. */
    goOn: () => request && run.mutate({ request }),
    cancel: () => abort.current?.abort(),
    isRunning: run.isPending,
    /** While a range is read for it. */
    reading: run.isPending ? reading : null,
    request,
    exported: run.data,
    error: run.error,
    /** What was read until an error came up, where all of a range was meant. */
    partial: () => (run.error && request ? partialOf(queryClient, request) : null),
  }
}

function partialOf(client: QueryClient, request: ExportRequest): Gathered | null {
  if (request.scope === 'shown' && request.search.view === undefined) return null
  const { from, to } = request.search
  const reading = client.getQueryData(rangeReadingQuery(request.list, { from, to }).queryKey)
  if (!reading || reading.isComplete || reading.events.length === 0) return null
  return { ...readEvents(reading), isWhole: false }
}

function knownReplays(client: QueryClient, list: FailedEventList): Map<string, ReplayItem> {
  const replays = new Map<string, ReplayItem>()
  const kept = client.getQueriesData<ReplayItem[]>({ queryKey: ['replay-items', list] })
  for (const item of kept.flatMap(([, items]) => items ?? [])) {
    replays.set(item.event_id, latestReplay(replays.get(item.event_id), item) ?? item)
  }
  return replays
}
