import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reportExport } from '../../api/report-export.ts'
import { useTimes } from '../../format/times.ts'
import { saveBlob } from '../../ui/download/save-text.ts'
import { loadStates } from '../replays/states/event-states-query.ts'
import { type Contents, eventFile, exportFileName } from './event-file.ts'
import { EXPORT_KEY, type ExportRequest } from './export-request.ts'
import {
  type Gathered,
  gatherEvents,
  gatheredOf,
  type Part,
  type Progress,
} from './gather-events.ts'

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
  /** What was loaded before. It gets the rest. */
  part: Part
  /** The events so far, if an incomplete file is requested. */
  gathered?: Gathered
}

/** Exports failed events, one export at a time. It continues while the menu is closed. */
export function useExport() {
  const { timeZone } = useTimes()
  const [progress, setProgress] = useState<Progress | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useMutation({
    mutationKey: EXPORT_KEY,
    mutationFn: async ({ request, part, gathered }: Task): Promise<Exported> => {
      abort.current = new AbortController()
      const { signal } = abort.current
      setProgress(null)
      const isMeant = gathered !== undefined
      const reporting = { signal, onProgress: setProgress }
      const result = gathered ?? (await gatherEvents(request, part, reporting))
      setProgress(null)
      if (result.isWhole) signal.throwIfAborted()
      if (result.events.length === 0 && result.isWhole) return { kind: 'nothing' }
      if (!result.isWhole && !isMeant) return { kind: 'incomplete', gathered: result }
      const { shownColumns } = request
      const replays = await replaysOf(request, result, signal)
      const contents = { events: result.events, shownColumns, replays, timeZone }
      const name = exportFileName(request, result)
      const file = await eventFile(request.format, contents, signal)
      const { list: what, format, search } = request
      const { from, to } = search
      await reportExport({ what, from, to, rows: result.events.length, format })
      saveBlob(file, name)
      return { kind: 'saved', gathered: result, name }
    },
  })
  const task = run.variables
  return {
    start: (request: ExportRequest) =>
      run.mutate({ request, part: { listed: null, loaded: new Map() } }),
    /** Exports the events so far, with a file name that says that it is incomplete. */
    saveIncomplete: (gathered: Gathered) => task && run.mutate({ ...task, gathered }),
    goOn: () => task && run.mutate({ request: task.request, part: task.part }),
    cancel: () => abort.current?.abort(),
    isRunning: run.isPending,
    progress: run.isPending ? progress : null,
    request: task?.request,
    exported: run.data,
    error: run.error,
    /** The events that were loaded before an error. */
    partial: () => (run.error && task ? partialOf(task) : null),
  }
}

function partialOf({ request, part }: Task): Gathered | null {
  const gathered = gatheredOf(request, part)
  return gathered.isWhole || gathered.events.length === 0 ? null : gathered
}

/** Looks up the replays of all events, because an empty cell means that an event was never replayed. */
async function replaysOf(
  { list, format, shownColumns }: ExportRequest,
  { events }: Gathered,
  signal: AbortSignal,
): Promise<Contents['replays']> {
  if (format === 'json' || shownColumns !== null) return new Map()
  const ids = [...new Set(events.map(({ listed }) => listed.id))]
  return (await loadStates(list, ids, signal)).replays
}
