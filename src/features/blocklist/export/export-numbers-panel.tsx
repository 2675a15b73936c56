import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { reportExport } from '../../../api/report-export.ts'
import { useTimes } from '../../../format/times.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { RadioChoice } from '../../../forms/radio-choice.tsx'
import { safeFileName, saveBlob } from '../../../ui/download/save-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ShownEntity } from '../entities/find-entities.ts'
import { numberCount } from '../messages.ts'
import { type BlockedEntities, blockedEntitiesOf } from '../records/blocked-entities.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'
import { blocklistQuery } from '../records/queries.ts'
import { blocklistFile, type ExportScope, exportScopes } from './blocklist-file.ts'
import classes from './export-numbers-panel.module.css'

type ExportNumbersPanelProps = {
  context: EntityContext
  shown: ShownEntity | null
  entities: BlockedEntities
}

export function ExportNumbersPanel({ context, shown, entities }: ExportNumbersPanelProps) {
  const scopes = exportScopes(context, shown, entities)
  const form = useForm({ shouldFocusError: false })
  // The label identifies a scope. Without one, the first is chosen, which changes with the page.
  const [chosen, setChosen] = useState<string | null>(null)
  const scope = scopes.find(({ label }) => label === chosen) ?? scopes[0]
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
          onChoose={setChosen}
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
        <Notice tone={task.data.name === null ? 'wait' : 'good'}>
          {task.data.name === null
            ? 'None of these numbers is still blocked, so no file was created.'
            : `${numberCount(task.data.count)} saved as ${task.data.name}.`}
        </Notice>
      )}
    </div>
  )
}

/** Loads the list again and saves a part of it. `name` is null if there was nothing to save. */
function useExportNumbers() {
  const queryClient = useQueryClient()
  const times = useTimes()
  return useMutation({
    mutationFn: async (scope: ExportScope): Promise<{ count: number; name: string | null }> => {
      const records = await queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 })
      const rows = scope.rowsOf(blockedEntitiesOf(records))
      if (rows.length === 0) return { count: 0, name: null }
      const name = safeFileName(`${scope.fileName}-${times.today()}`, 'csv')
      const file = await blocklistFile(rows)
      const days = { from: null, to: null }
      await reportExport({ what: 'blocklist', ...days, rows: rows.length, format: 'csv' })
      saveBlob(file, name)
      return { count: rows.length, name }
    },
  })
}
