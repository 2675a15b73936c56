import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { phoneCell } from '../../../contract/text/csv-cell.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { errorText } from '../../api/error-messages.ts'
import { reportExport } from '../../api/report-export.ts'
import { BYTE_ORDER_MARK, loadCsvLines } from '../../files/csv-lines.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { safeFileName, saveBlob } from '../../ui/download/save-text.ts'
import { Notice } from '../../ui/notice.tsx'
import type { BlocklistSearch } from './blocklist-search.ts'
import type { ShownEntity } from './entity-matches.ts'
import classes from './export-numbers-panel.module.css'
import { numberCount } from './messages.ts'
import { matchBlocks } from './numbers/block-filters.tsx'
import { numberMatch } from './phone/number-search.ts'
import { CONTEXT_LABELS, isSameEntity } from './records/blocked-entities.ts'
import { type Block, fetchBlocks } from './records/blocks.ts'

type ExportNumbersPanelProps = {
  search: BlocklistSearch
  searched: string
  shown: ShownEntity | null
  blocks: Block[]
}

export default function ExportNumbersPanel(props: ExportNumbersPanelProps) {
  const { blocks } = props
  const client = useQueryClient()
  const today = useTimes().today()
  const scopes = scopesOf(props, today).flatMap(({ name, ...scope }) => {
    const { length } = blocks.filter(scope.match)
    return length === 0 ? [] : [{ ...scope, label: `${name}: ${numberCount(length)}` }]
  })
  const form = useForm({ shouldFocusError: false })
  // Until a person chooses, the first is selected, which changes with the page.
  const [chosen, setChosen] = useState<string | null>(null)
  const scope = scopes.find(({ fileName }) => fileName === chosen) ?? scopes[0]
  const task = useMutation({
    mutationFn: async ({ fileName, match }: Omit<ExportScope, 'name'>) => {
      const rows = (await fetchBlocks(client)).filter(match)
      const name = safeFileName(`${fileName}-${today}`, 'csv')
      if (rows.length > 0) {
        const file = await blocklistFile(rows)
        const days = { from: null, to: null }
        await reportExport({ what: 'blocklist', ...days, rows: rows.length, format: 'csv' })
        saveBlob(file, name)
      }
      return { count: rows.length, name }
    },
  })
  if (scope === undefined) return <p>There is nothing to export: no numbers are blocked.</p>

  return (
    <div className={classes.form}>
      <FormShell
        form={form}
        submitLabel="Download"
        isBusy={task.isPending}
        onSubmit={() => {
          if (!task.isPending) task.mutate(scope)
        }}
      >
        <RadioChoice
          legend="Which numbers"
          options={scopes.map(({ fileName, label }) => ({ value: fileName, label }))}
          chosen={scope.fileName}
          onChoose={setChosen}
        />
        <p className={classes.hint}>
          You get a CSV file for a spreadsheet, with one number in each row. Redial loads the list
          again first, so the file is up to date.
        </p>
      </FormShell>
      {task.error && (
        <Notice tone="bad">No file was created. {errorText(task.error, 'blocklist')}</Notice>
      )}
      {task.data && (
        <Notice tone={task.data.count === 0 ? 'wait' : 'good'}>
          {task.data.count === 0
            ? 'None of these numbers is still blocked, so no file was created.'
            : `${numberCount(task.data.count)} saved as ${task.data.name}.`}
        </Notice>
      )}
    </div>
  )
}

const COLUMNS: [name: string, cell: (block: Block) => string | null | undefined][] = [
  ['entity_context_name', ({ entity }) => entity.context],
  ['entity_name', ({ entity }) => entity.name],
  ['entity_reference', ({ entity }) => entity.reference],
  ['phone_number', ({ number }) => phoneCell(number)],
  ['reason', ({ note }) => note?.reason],
  ['note', ({ note }) => note?.note],
  ['until', ({ note }) => note?.until],
  ['blocked_by', ({ note }) => (note?.at ? (note.who ?? 'script') : 'outside Redial')],
  ['blocked_at', ({ note }) => note?.at],
  ['refused_calls', ({ refused }) => refused && String(refused.count)],
  ['last_refused_at', ({ refused }) => refused?.last_at],
]

/** The blocks as CSV, in the format of all exported files (docs/decisions/0019). */
export async function blocklistFile(blocks: Block[]): Promise<Blob> {
  const lines = await loadCsvLines()
  const rows = blocks.map(block => COLUMNS.map(([, cell]) => cell(block) ?? ''))
  return new Blob([BYTE_ORDER_MARK, lines([COLUMNS.map(([name]) => name), ...rows])], {
    type: 'text/csv;charset=utf-8',
  })
}

/** A part of the blocklist that can be exported. */
type ExportScope = {
  name: string
  /** Without the day: "blocklist-company-acme-cars-found" */
  fileName: string
  match: (block: Block) => boolean
}

const WHOLE: ExportScope = {
  name: 'The whole blocklist',
  fileName: 'blocklist',
  match: () => true,
}

/** What can be exported, most likely first. */
export function scopesOf(
  { search, searched, shown }: Omit<ExportNumbersPanelProps, 'blocks'>,
  today: CalendarDate,
): ExportScope[] {
  if (search.view === 'all') {
    const match = matchBlocks(search, searched, today)
    return match ? [{ name: 'Listed', fileName: 'blocklist-listed', match }, WHOLE] : [WHOLE]
  }
  if (shown === null) return [WHOLE]
  const { entity, filter } = shown
  const name = `${CONTEXT_LABELS[entity.context].title} ${entity.name}`
  const fileName = `blocklist-${entity.context}-${entity.reference}`
  const match = (block: Block) => isSameEntity(block.entity, entity)
  const ofEntity = { name, fileName, match }
  const matchNumber = numberMatch(filter)
  if (matchNumber === null) return [ofEntity, WHOLE]
  const filtered = {
    name: `${name} with “${filter}”`,
    fileName: `${fileName}-found`,
    match: (block: Block) => match(block) && matchNumber(block.number),
  }
  return [filtered, ofEntity, WHOLE]
}
