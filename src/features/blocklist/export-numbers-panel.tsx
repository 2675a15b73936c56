import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { phoneCell } from '../../../contract/text/csv-cell.ts'
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
import { entityCount, numberCount } from './messages.ts'
import { matchBlocks } from './numbers/block-filters.ts'
import { numberMatch } from './phone/number-search.ts'
import {
  type BlockedEntities,
  blockedEntitiesOf,
  CONTEXT_LABELS,
  CONTEXTS,
  withNumbers,
} from './records/blocked-entities.ts'
import { blocklistErrorMessage } from './records/blocklist-errors.ts'
import { allBlocks, type Block, blockNotesQuery, notesOf, useBlockNotes } from './records/blocks.ts'
import { blocklistQuery } from './records/queries.ts'

type ExportNumbersPanelProps = {
  search: BlocklistSearch
  searched: string
  shown: ShownEntity | null
  entities: BlockedEntities
}

export function ExportNumbersPanel(props: ExportNumbersPanelProps) {
  const { search, searched, shown, entities } = props
  const isAll = search.view === 'all'
  const today = useTimes().today()
  const notes = useBlockNotes().data
  const match = isAll ? matchBlocks(search, searched, today) : null
  const blocks = useMemo(() => allBlocks(entities, notes), [entities, notes])
  const scopes = match
    ? [listedScope(blocks, match), ...exportScopes('company', null, entities)]
    : exportScopes(search.context ?? 'company', isAll ? null : shown, entities)
  const form = useForm({ shouldFocusError: false })
  // The label identifies a scope. Without one, the first is selected, which changes with the page.
  const [label, setLabel] = useState<string | null>(null)
  const scope = scopes.find(scope => scope.label === label) ?? scopes[0]
  const task = useExportNumbers()
  const failure = task.error && blocklistErrorMessage(task.error)
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
          name="export-numbers"
          options={scopes.map(({ label }) => ({ value: label, label }))}
          chosen={scope.label}
          onChoose={setLabel}
        />
        <p className={classes.hint}>
          You get a CSV file for a spreadsheet, with one number in each row. Redial loads the list
          again first, so the file is up to date.
        </p>
      </FormShell>
      {failure && (
        <Notice tone="bad">
          No file was created. {failure.title}. {failure.message}
        </Notice>
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

/** Loads the list again and saves a part of it, if there is anything to save. */
function useExportNumbers() {
  const queryClient = useQueryClient()
  const today = useTimes().today()
  return useMutation({
    mutationFn: async ({ fileName, includes }: ExportScope) => {
      const [records, notes] = await Promise.all([
        queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 }),
        queryClient.fetchQuery({ ...blockNotesQuery, staleTime: 0 }),
      ])
      const rows = allBlocks(blockedEntitiesOf(records), notesOf(notes)).filter(includes)
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
}

const COLUMNS: [name: string, cell: (block: Block) => string | null | undefined][] = [
  ['entity_context_name', ({ context }) => context],
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
  label: string
  /** Without the day: "blocklist-company-acme-cars-found" */
  fileName: string
  includes: (block: Block) => boolean
}

function listedScope(blocks: Block[], includes: ExportScope['includes']): ExportScope {
  const { length } = blocks.filter(includes)
  return { label: `Listed: ${numberCount(length)}`, fileName: 'blocklist-listed', includes }
}

/** The scopes that can be exported, most likely first. */
function exportScopes(
  context: EntityContext,
  shown: ShownEntity | null,
  entities: BlockedEntities,
): ExportScope[] {
  const count = allBlocks(entities, undefined).length
  if (count === 0) return []
  const parts = CONTEXTS.map(each => {
    const { length } = withNumbers(entities[each])
    return length > 0 && entityCount(each, length)
  })
  const whole = {
    label: `The whole blocklist: ${numberCount(count)} of ${parts.filter(Boolean).join(', ')}`,
    fileName: 'blocklist',
    includes: () => true,
  }
  return shown ? [...scopesOf(context, shown), whole] : [whole]
}

/** The matching numbers of an entity, and all of them. */
function scopesOf(context: EntityContext, { entity, filter }: ShownEntity): ExportScope[] {
  const { reference, numbers } = entity
  const name = entity.name || reference
  const fileName = `blocklist-${context}-${reference}`
  const isOfEntity = (block: Block) =>
    block.context === context && block.entity.reference === reference
  const match = numberMatch(filter)
  const matches = match ? numbers.filter(match).length : 0
  const scopes: ExportScope[] = []
  if (match && matches > 0) {
    scopes.push({
      label: `Filtered: ${numberCount(matches)} of ${name} with “${filter}”`,
      fileName: `${fileName}-found`,
      includes: row => isOfEntity(row) && match(row.number),
    })
  }
  if (numbers.length > 0) {
    scopes.push({
      label: `${matches > 0 ? 'All of' : 'The'} ${CONTEXT_LABELS[context].one} ${name}: ${numberCount(numbers.length)}`,
      fileName,
      includes: isOfEntity,
    })
  }
  return scopes
}
