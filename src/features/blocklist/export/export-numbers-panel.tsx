import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { RadioChoice } from '../../../forms/radio-choice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ShownEntity } from '../entities/shown-entity.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'
import classes from './export-numbers-panel.module.css'
import { exportScopes } from './export-scope.ts'
import * as messages from './messages.ts'
import { useExportNumbers } from './use-export-numbers.ts'

export type ExportNumbersPanelProps = {
  context: EntityContext
  shown: ShownEntity | null
  entities: BlockedEntities
}

/** The label identifies a scope. Without one, the first is chosen, which changes with the page. */
const Values = z.object({ scope: z.nullable(z.string()) })
type Values = z.infer<typeof Values>

/** Lets a person choose which numbers to save, and shows the outcome. */
export function ExportNumbersPanel({ context, shown, entities }: ExportNumbersPanelProps) {
  const scopes = exportScopes(context, shown, entities)
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    defaultValues: { scope: null },
    shouldFocusError: false,
  })
  const chosen = form.watch('scope')
  const scope = scopes.find(({ label }) => label === chosen) ?? scopes[0]
  const task = useExportNumbers()
  const failure = task.error && blocklistErrorMessage(task.error)
  if (scope === undefined) return <p>{messages.nothingToExport}</p>

  return (
    <div className={classes.form}>
      <FormShell
        form={form}
        submitLabel={messages.download}
        isBusy={task.isPending}
        onSubmit={() => {
          if (!task.isPending) task.mutate(scope.scope)
        }}
      >
        <RadioChoice
          legend={messages.scopeLegend}
          name="export-numbers"
          options={scopes.map(({ label }) => ({ value: label, label }))}
          chosen={scope.label}
          onChoose={label => form.setValue('scope', label)}
        />
        <p className={classes.hint}>{messages.hint}</p>
      </FormShell>
      {failure && (
        <Notice tone="bad">
          {messages.noFile} {failure.title}. {failure.message}
        </Notice>
      )}
      {task.data && (
        <Notice tone={task.data.name === null ? 'wait' : 'good'}>
          {task.data.name === null
            ? messages.noneLeft
            : messages.saved(task.data.count, task.data.name)}
        </Notice>
      )}
    </div>
  )
}
