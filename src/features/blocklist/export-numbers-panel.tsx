import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { reportExport } from '../../api/report-export.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { safeFileName, saveBlob } from '../../ui/download/save-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { blocklistFile, type ExportScope, exportRows, exportScopes } from './blocklist-file.ts'
import type { ShownEntity } from './entity-matches.ts'
import classes from './export-numbers-panel.module.css'
import { numberCount } from './messages.ts'
import { type BlockedEntities, blockedEntitiesOf } from './records/blocked-entities.ts'
import { blocklistErrorMessage } from './records/blocklist-errors.ts'
import { blocklistQuery } from './records/queries.ts'

type ExportNumbersPanelProps = {
  context: EntityContext
  shown: ShownEntity | null
  entities: BlockedEntities
}

export function ExportNumbersPanel({ context, shown, entities }: ExportNumbersPanelProps) {
  const scopes = exportScopes(context, shown, entities)
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
      const records = await queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 })
      const rows = exportRows(blockedEntitiesOf(records)).filter(includes)
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
