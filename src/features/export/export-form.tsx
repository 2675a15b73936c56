import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { formatNumber } from '../../../contract/text/count.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { isInOrder, type ListProps, requestedDates } from '../event/list/list-search.ts'
import { failedEventsQuery } from '../failed-events/failed-events-query.ts'
import { EVENT_TABLE } from '../failed-events/list/event-cells.tsx'
import { useEventColumns } from '../failed-events/list/use-event-columns.ts'
import { eventsQuery, filterOf } from '../range/events-query.ts'
import { useReading } from '../range/use-reading.ts'
import { hasScope } from '../replays/selection/selection.ts'
import { useSelection } from '../replays/selection/selection-context.tsx'
import { shownIds } from '../table-layout/arrange-columns.ts'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import { isNarrowed } from './event-file.ts'
import { ExportFormat, type ExportRequest, ExportScope } from './export-request.ts'
import * as messages from './messages.ts'

type ExportFormProps = Pick<ListProps, 'list' | 'search'> & {
  onExport: (request: ExportRequest) => void
}

const Values = z.object({
  scope: ExportScope,
  format: ExportFormat,
  columns: z.enum(['all', 'shown']),
})
type Values = z.infer<typeof Values>

export function ExportForm({ list, search, onExport }: ExportFormProps) {
  const { selection } = useSelection()
  const scopes = useScopes({ list, search })
  const { layout } = useTableLayout(EVENT_TABLE)
  const shown = shownIds(useEventColumns(list), layout)
  const form = useForm<Values>({
    resolver: zodResolver(Values),
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
        const shownColumns = columns === 'shown' && format !== 'json' ? shown : null
        onExport({ list, search, selection, scope: chosen.value, format, shownColumns })
      }}
    >
      <RadioChoice
        legend={`Which ${LIST_LABELS[list].many}`}
        name="export-scope"
        options={scopes}
        chosen={chosen.value}
        onChoose={value => form.setValue('scope', value)}
      />
      <RadioChoice
        legend="Format"
        name="export-format"
        options={FORMATS}
        chosen={format}
        onChoose={value => form.setValue('format', value)}
      />
      {format !== 'json' && (
        <RadioChoice
          legend="Columns"
          name="export-columns"
          options={COLUMNS}
          chosen={columns}
          onChoose={value => form.setValue('columns', value)}
        />
      )}
    </FormShell>
  )
}

const COLUMNS: { value: 'all' | 'shown'; label: string; hint: string }[] = [
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
function useScopes({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const { selection } = useSelection()
  // From the cache of the list; this never sends a request.
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false }).data
  const isSelected =
    hasScope(selection, { list, ...requestedDates(search) }) &&
    !selection.isAll &&
    selection.events.size > 0
  const { reading, version } = useReading(list, search, { enabled: false })
  const filter = filterOf({ list, search }, search.q ?? '')
  const matching = useQuery({
    ...eventsQuery(filter, { page: 1, size: 1 }, version),
    enabled: false,
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
    scopes.push({ value: 'filtered', label: messages.filteredEvents(count) })
  }
  const count = page?.count ?? reading?.count ?? null
  scopes.push({ value: 'all', label: messages.allOfRange(search, count) })
  return scopes
}
