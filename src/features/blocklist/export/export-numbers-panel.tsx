import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { EntityContext } from '../../../../contract/blocklist.ts'
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

/** Lets a person choose which numbers to save, and shows the outcome. */
export function ExportNumbersPanel({ context, shown, entities }: ExportNumbersPanelProps) {
  const scopes = exportScopes(context, shown, entities)
  const [chosen, setChosen] = useState<string | null>(null)
  const scope = scopes.find(({ label }) => label === chosen) ?? scopes[0]
  const task = useExportNumbers()
  const failure = task.error && blocklistErrorMessage(task.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (scope && !task.isPending) task.mutate(scope.scope)
  }
  if (scope === undefined) return <p>{messages.nothingToExport}</p>

  return (
    <form className={classes.form} onSubmit={submit}>
      <RadioChoice
        legend={messages.scopeLegend}
        name="export-numbers"
        options={scopes.map(({ label }) => ({ value: label, label }))}
        chosen={scope.label}
        onChoose={setChosen}
      />
      <p className={classes.hint}>{messages.hint}</p>
      <Button type="submit" size="sm" loading={task.isPending}>
        {messages.download}
      </Button>
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
    </form>
  )
}
