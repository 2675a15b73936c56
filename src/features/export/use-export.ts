import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reportExport } from '../../api/report-export.ts'
import { saveBlob } from '../../ui/download/save-text.ts'
import type { RangeLoad } from '../range/range-load.ts'
import { rangeLoadQuery } from '../range/range-load-query.ts'
import { NONE_SET, receiversOfNumbers } from '../receivers/queries/receivers-of-numbers.ts'
import { receiversQuery } from '../receivers/queries/receivers-query.ts'
import { readReplayItems } from '../replays/single/replay-items-query.ts'
import { readEventStates } from '../replays/states/event-states-query.ts'
import { type Contents, eventFile, exportFileName } from './event-file.ts'
import { EXPORT_KEY, type ExportRequest } from './export-request.ts'
import { type Gathered, gatherEvents, readEvents } from './gather-events.ts'

/**
 * The result of an export: a file, or fewer events than requested. An incomplete file is created
 * only on request.
 */
export type Exported =
  | { kind: 'saved'; gathered: Gathered; name: string }
  | { kind: 'incomplete'; gathered: Gathered }
  | { kind: 'nothing' }

type Task = {
  request: ExportRequest
  /** The events so far, if an incomplete file is requested. */
  gathered?: Gathered
}

/** Exports failed events, one export at a time. It continues while the menu is closed. */
export function useExport() {
  const queryClient = useQueryClient()
  const [load, setLoad] = useState<RangeLoad | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useMutation({
    mutationKey: EXPORT_KEY,
    mutationFn: async ({ request, gathered }: Task): Promise<Exported> => {
      abort.current = new AbortController()
      const { signal } = abort.current
      setLoad(null)
      const isMeant = gathered !== undefined
      const found =
        gathered ?? (await gatherEvents(queryClient, request, { signal, onProgress: setLoad }))
      setLoad(null)
      // Ignore earlier data, because an export needs current events.
      if (found.isWhole) signal.throwIfAborted()
      if (found.events.length === 0 && found.isWhole) return { kind: 'nothing' }
      if (!found.isWhole && !isMeant) return { kind: 'incomplete', gathered: found }
      const { shownColumns } = request
      const about =
        request.format !== 'json'
          ? await factsOf(queryClient, request, found, signal)
          : { replays: new Map(), states: new Map(), receivers: NONE_SET }
      const contents = { events: found.events, shownColumns, ...about }
      const name = exportFileName(request, found)
      const file = await eventFile(request.format, contents, signal)
      const { list: what, format, search } = request
      const { from, to } = search
      await reportExport({ what, from, to, rows: found.events.length, format })
      saveBlob(file, name)
      return { kind: 'saved', gathered: found, name }
    },
  })
  const { request } = run.variables ?? {}
  return {
    start: (wanted: ExportRequest) => run.mutate({ request: wanted }),
    /** Exports the events so far, with a file name that says that it is incomplete. */
    saveIncomplete: (gathered: Gathered) => request && run.mutate({ request, gathered }),
    goOn: () => request && run.mutate({ request }),
    cancel: () => abort.current?.abort(),
    isRunning: run.isPending,
    load: run.isPending ? load : null,
    request,
    exported: run.data,
    error: run.error,
    /** The events that were loaded before an error, if the whole range was requested. */
    partial: () => (run.error && request ? partialOf(queryClient, request) : null),
  }
}

function partialOf(client: QueryClient, request: ExportRequest): Gathered | null {
  if (request.scope === 'shown' && request.search.view === undefined) return null
  const { from, to } = request.search
  const load = client.getQueryData(rangeLoadQuery(request.list, { from, to }).queryKey)
  if (!load || load.isComplete || load.events.length === 0) return null
  return { ...readEvents(load), isWhole: false }
}

/**
 * Looks up the replays of all events, because an empty cell means that an event was never replayed,
 * and the receivers of events that name none.
 */
async function factsOf(
  client: QueryClient,
  { list }: ExportRequest,
  { events }: Gathered,
  signal: AbortSignal,
): Promise<Pick<Contents, 'replays' | 'states' | 'receivers'>> {
  const ids = [...new Set(events.flatMap(({ id }) => id ?? []))]
  const items = await readReplayItems(list, ids, signal)
  const states = ids.length === 0 ? new Map() : await readEventStates(list, ids, signal)
  const receivers = receiversOfNumbers(await client.ensureQueryData(receiversQuery))
  return { replays: new Map(items.map(item => [item.event_id, item])), states, receivers }
}
