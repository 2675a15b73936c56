import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDateRange } from '../../format/days.ts'
import { formatNumber } from '../../format/numbers.ts'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { LIST_WORDS } from '../event/list/list-labels.ts'
import { isInOrder, type ListProps, needsRange, windowOf } from '../event/list/list-search.ts'
import { failedEventsQuery } from '../failed-events/failed-events-query.ts'
import { EVENT_TABLE } from '../failed-events/list/event-columns.tsx'
import { useEventColumns } from '../failed-events/list/use-event-columns.ts'
import { rangeReadingQuery } from '../range/range-reading-query.ts'
import { isOf } from '../replays/selection/selection.ts'
import { useSelection } from '../replays/selection/selection-context.tsx'
import { shownIds } from '../table-layout/arrange-columns.ts'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import classes from './export-form.module.css'
import type { ExportFormat, ExportRequest, ExportScope } from './export-request.ts'
import { isNarrowed } from './file-name.ts'

type ExportFormProps = Pick<ListProps, 'list' | 'search'> & {
  onExport: (request: ExportRequest) => void
}

/** Lets a person choose which events to export, and the format. */
export function ExportForm({ list, search, onExport }: ExportFormProps) {
  const { selection } = useSelection()
  const scopes = useScopes({ list, search })
  const [chosen, setChosen] = useState<ExportScope | null>(null)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [columns, setColumns] = useState<'all' | 'shown'>('all')
  const { layout } = useTableLayout(EVENT_TABLE)
  const shown = shownIds(useEventColumns(), layout)
  const scope = scopes.find(({ value }) => value === chosen) ?? scopes[0]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const shownColumns = columns === 'shown' && format === 'csv' ? shown : null
    if (scope) onExport({ list, search, selection, scope: scope.value, format, shownColumns })
  }
  if (!isInOrder(search) || scope === undefined) {
    return <p>There is nothing to export: choose other days first.</p>
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <RadioChoice
        legend={`Which ${LIST_WORDS[list].many}`}
        name="export-scope"
        options={scopes}
        chosen={scope.value}
        onChoose={setChosen}
      />
      <RadioChoice
        legend="As"
        name="export-format"
        options={FORMATS}
        chosen={format}
        onChoose={setFormat}
      />
      {format === 'csv' && (
        <RadioChoice
          legend="Columns"
          name="export-columns"
          options={COLUMNS}
          chosen={columns}
          onChoose={setColumns}
        />
      )}
      <Button type="submit" size="sm">
        Download
      </Button>
    </form>
  )
}

const COLUMNS: { value: 'all' | 'shown'; label: string; hint: string }[] = [
  { value: 'all', label: 'Every column', hint: 'With the payload' },
  { value: 'shown', label: 'The columns of the table', hint: 'As you arranged them' },
]

const FORMATS: { value: ExportFormat; label: string; hint: string }[] = [
  { value: 'csv', label: 'CSV', hint: 'For a spreadsheet such as Excel' },
  {
    value: 'json',
    label: 'JSON',
    hint: 'For a program: each event exactly as the service sent it',
  },
]

/** The scopes that can be exported, most likely first. */
function useScopes({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const queryClient = useQueryClient()
  const { selection } = useSelection()
  // Read from the cache of the list; this never sends a request.
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false }).data
  const isSelected =
    isOf(selection, { list, ...windowOf(search) }) && !selection.isAll && selection.events.size > 0
  const scopes: { value: ExportScope; label: string }[] = []
  if (isSelected) {
    scopes.push({
      value: 'selected',
      label: `Selected events (${formatNumber(selection.events.size)})`,
    })
  }
  if (!needsRange(search) && page && page.results.length > 0) {
    scopes.push({ value: 'shown', label: `This page (${formatNumber(page.results.length)})` })
  }
  const isInOwnOrder = search.view === 'all' && search.sort !== undefined
  if (isNarrowed(search) || isInOwnOrder) {
    scopes.push({ value: 'shown', label: 'Filtered events, in this order' })
  }
  const { from, to } = search
  const reading = queryClient.getQueryData(rangeReadingQuery(list, { from, to }).queryKey)
  const known = page?.count ?? reading?.count
  const count = known == null ? '' : ` (${formatNumber(known)})`
  scopes.push({ value: 'all', label: `All ${formatDateRange(search)}${count}` })
  return scopes
}
