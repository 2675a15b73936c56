import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { errorText } from '../../api/error-messages.ts'
import { reportExport } from '../../api/report-export.ts'
import { formatDateRange } from '../../format/days.ts'
import { formatWait } from '../../format/durations.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { saveBlob } from '../../ui/download/save-text.ts'
import progressClasses from '../../ui/progress.module.css'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { isInOrder, isNarrowed, requestedDates } from '../event/list/list-search.ts'
import { useList } from '../event/list/use-list.tsx'
import { failedEventsQuery } from '../failed-events/failed-events-query.ts'
import { EVENT_TABLE } from '../failed-events/list/event-columns.tsx'
import { useEventColumns } from '../failed-events/list/event-table.tsx'
import { eventsQuery } from '../range/events-query.ts'
import { useReading } from '../range/use-reading.ts'
import { hasScope, useSelection } from '../replays/selection/selection.tsx'
import { loadStates, type ReplaysOfEvents } from '../replays/states/event-states-query.ts'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import { eventFile, exportFileName } from './event-file.ts'
import classes from './export-panel.module.css'
import {
  EXPORT_KEY,
  type ExportFormat,
  type ExportRequest,
  type ExportScope,
} from './export-request.ts'
import resultClasses from './export-result.module.css'
import {
  type Gathered,
  gatherEvents,
  gatheredOf,
  type Part,
  type Progress,
} from './gather-events.ts'

/** The form, progress and result of an export. The export continues while the panel is closed. */
export default function ExportPanel() {
  const { run, progress, cancel } = useExport()
  if (!run.isPending) {
    return (
      <>
        <ExportResult run={run} />
        <ExportForm
          onExport={request => run.mutate({ request, part: { listed: null, loaded: new Map() } })}
        />
      </>
    )
  }
  return (
    <div className={classes.running}>
      <p className={classes.text}>{formatProgress(progress)}</p>
      {/* Screen readers don't announce numbers that change with every page. */}
      <p className={visuallyHidden.only} role="status">
        {progress?.wait ? 'Waiting for the service…' : 'Exporting…'}
      </p>
      <progress
        className={progressClasses.bar}
        aria-label="Events loaded"
        value={progress?.of ? progress.done : undefined}
        max={Math.max(1, progress?.of ?? 1)}
      />
      <p className={classes.hint}>
        You can close this and continue to work. The export keeps running.
      </p>
      <Button autoFocus onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}

/** "12,300 of 50,000 loaded", and why the export waits. */
function formatProgress(progress: Progress | null): string {
  if (progress === null) return 'Looking up replays and creating the file…'
  const { step, done, of, wait } = progress
  const soFar = of === null ? LOADING[step] : `${formatNumber(done)} of ${formatNumber(of)} ${step}`
  if (wait === null) return soFar
  return `${soFar}. The service is busy and asks us to wait ${formatWait(wait)}. The export then continues automatically.`
}

const LOADING = { read: 'Reading the list…', loaded: 'Loading…' }

function formatPart({ events, of }: Gathered): string {
  return `${formatNumber(events.length)} of ${formatNumber(of)}`
}

function countInBrackets(count: number | null): string {
  return count === null ? '' : ` (${formatNumber(count)})`
}

type ExportRun = ReturnType<typeof useExport>['run']

function ExportResult({ run }: { run: ExportRun }) {
  const { variables: task, data, error } = run
  if (task === undefined || (data === undefined && error === null)) return null
  const gathered = data?.gathered ?? gatheredOf(task.request, task.part)
  if (data === undefined || (data.name === null && !gathered.isWhole)) {
    return <ExportUnfinished {...{ run, task, gathered }} />
  }
  return (
    <p
      className={resultClasses.result}
      data-tone={data.name !== null && gathered.isWhole ? 'good' : 'wait'}
      role="status"
      // The focused button is gone.
      tabIndex={-1}
      ref={takeFocus}
    >
      {describeFile(data, task.request.list)}
    </p>
  )
}

type ExportUnfinishedProps = { run: ExportRun; task: Task; gathered: Gathered }

/** Why there is no file yet, and what a person can do about it. */
function ExportUnfinished({ run, task, gathered }: ExportUnfinishedProps) {
  const { data, error } = run
  const { request, part } = task
  const isPart = !gathered.isWhole && gathered.events.length > 0
  const failure = error && error.name !== 'AbortError' ? errorText(error) : null
  return (
    <div className={resultClasses.result} data-tone={failure ? 'bad' : 'wait'} role="alert">
      <p>
        {failure ?? 'Stopped.'} {isPart && `Export incomplete: ${formatPart(gathered)} loaded. `}No
        file was created.
      </p>
      <div className={resultClasses.actions}>
        <Button size="xs" autoFocus onClick={() => run.mutate({ request, part })}>
          {data || isPart ? 'Continue' : 'Try again'}
        </Button>
        {isPart && (
          <Button size="xs" onClick={() => run.mutate({ ...task, gathered })}>
            Download only these {formatNumber(gathered.events.length)}
          </Button>
        )}
      </div>
    </div>
  )
}

function describeFile({ name, gathered }: Exported, list: FailedEventList): string {
  const { one, many } = LIST_LABELS[list]
  if (name === null) return `There are no ${many} to export, so no file was created.`
  return gathered.isWhole
    ? `${formatCount(gathered.events.length, one, many)} saved as ${name}.`
    : `Saved as ${name}. It is incomplete: ${formatPart(gathered)}.`
}

function takeFocus(element: HTMLElement | null) {
  element?.focus()
}

type Values = Pick<ExportRequest, 'scope' | 'format'> & { columns: 'all' | 'shown' }

function ExportForm({ onExport }: { onExport: (request: ExportRequest) => void }) {
  const { list, search } = useList()
  const { selection } = useSelection()
  const scopes = useScopes()
  const table = useTableModel({ columns: useEventColumns(), layout: useTableLayout(EVENT_TABLE) })
  const form = useForm<Values>({
    defaultValues: { scope: scopes[0]?.value ?? 'all', format: 'xlsx', columns: 'shown' },
    shouldFocusError: false,
  })
  const { scope, format, columns } = form.watch()
  // The list may change while the popover is open.
  const chosen = scopes.find(({ value }) => value === scope) ?? scopes[0]

  if (!isInOrder(search) || chosen === undefined) {
    return <p>There is nothing to export: choose other days first.</p>
  }
  return (
    <FormShell
      form={form}
      submitLabel="Download"
      onSubmit={({ format, columns }) => {
        const shownColumns =
          columns === 'shown' && format !== 'json' ? table.shown.map(({ id }) => id) : null
        const selected = [...selection.events.keys()]
        onExport({ list, search, selected, scope: chosen.value, format, shownColumns })
      }}
    >
      <RadioChoice
        legend={`Which ${LIST_LABELS[list].many}`}
        options={scopes}
        chosen={chosen.value}
        onChoose={value => form.setValue('scope', value)}
      />
      <RadioChoice
        legend="Format"
        options={FORMATS}
        chosen={format}
        onChoose={value => form.setValue('format', value)}
      />
      {format !== 'json' && (
        <RadioChoice
          legend="Columns"
          options={COLUMNS}
          chosen={columns}
          onChoose={value => form.setValue('columns', value)}
        />
      )}
      <p className={classes.hint}>
        The file has callers’ full numbers. For customers, use Report, which masks them.
      </p>
    </FormShell>
  )
}

const COLUMNS: { value: Values['columns']; label: string; hint: string }[] = [
  { value: 'shown', label: 'The columns of the table', hint: 'In the order of your table' },
  { value: 'all', label: 'Every column', hint: 'With the payload' },
]

const FORMATS: { value: ExportFormat; label: string; hint: string }[] = [
  { value: 'xlsx', label: 'Excel', hint: 'A workbook (.xlsx)' },
  { value: 'csv', label: 'CSV', hint: 'For any spreadsheet' },
  {
    value: 'json',
    label: 'JSON',
    hint: 'For a program: each event exactly as the service sent it',
  },
]

/** The scopes that can be exported, most likely first. */
function useScopes() {
  const { list, search, filter } = useList()
  const { selection } = useSelection()
  // From the cache of the list; this never sends a request.
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false }).data
  const isSelected =
    hasScope(selection, { list, ...requestedDates(search) }) &&
    !selection.isAll &&
    selection.events.size > 0
  const { reading, version } = useReading(list, search, { enabled: false })
  const matching = useQuery({
    ...eventsQuery(filter, { page: 1, size: 1 }, version),
    enabled: false,
    placeholderData: undefined,
  }).data
  const scopes: { value: ExportScope; label: string }[] = []
  if (isSelected) {
    scopes.push({
      value: 'selected',
      label: `Selected events (${formatNumber(selection.events.size)})`,
    })
  }
  const isInOwnOrder = search.view === 'all' && search.sort !== undefined
  if (isNarrowed(search) || isInOwnOrder) {
    const count = reading?.is_complete ? (matching?.count ?? null) : null
    scopes.push({
      value: 'filtered',
      label: `Filtered events, in this order${countInBrackets(count)}`,
    })
  }
  const count = page?.count ?? reading?.count ?? null
  // "All from 24 November 2026 (25)", "All from 17 to 24 November 2026"
  const days = formatDateRange(search).replace(/^on /, 'from ')
  scopes.push({ value: 'all', label: `All ${days}${countInBrackets(count)}` })
  return scopes
}

/** `name` of the file; null without one. An incomplete file is created only on request. */
type Exported = { gathered: Gathered; name: string | null }

type Task = {
  request: ExportRequest
  /** What was loaded before. It gets the rest. */
  part: Part
  /** The events so far, if an incomplete file is requested. */
  gathered?: Gathered
}

/** Exports failed events, one export at a time. It continues while the menu is closed. */
function useExport() {
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
      const reporting = { signal, onProgress: setProgress }
      const result = gathered ?? (await gatherEvents(request, part, reporting))
      setProgress(null)
      if (result.isWhole) signal.throwIfAborted()
      const isWanted = result.isWhole ? result.events.length > 0 : gathered !== undefined
      if (!isWanted) return { gathered: result, name: null }
      const replays = await replaysOf(request, result, signal)
      const contents = { events: result.events, replays, timeZone }
      const name = exportFileName(request, result)
      const file = await eventFile(request, contents, signal)
      const { list: what, format, search, scope } = request
      const { from, to } = search
      const company = scope === 'filtered' ? search.company : undefined
      await reportExport({ what, from, to, rows: result.events.length, company, format })
      saveBlob(file, name)
      return { gathered: result, name }
    },
  })
  return {
    run,
    progress: run.isPending ? progress : null,
    cancel: () => abort.current?.abort(),
  }
}

/** Looks up the replays of all events, because an empty cell means that an event was never replayed. */
async function replaysOf(
  { list, format, shownColumns }: ExportRequest,
  { events }: Gathered,
  signal: AbortSignal,
): Promise<ReplaysOfEvents> {
  if (format === 'json' || shownColumns !== null) return new Map()
  const ids = [...new Set(events.map(({ listed }) => listed.id))]
  return (await loadStates(list, ids, signal)).replays
}
