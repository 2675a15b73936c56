import { Button } from '@mantine/core'
import * as uiMessages from '../../ui/messages.ts'
import progress from '../../ui/progress.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import type { ListProps } from '../event/list/list-search.ts'
import { ExportForm } from './export-form.tsx'
import classes from './export-panel.module.css'
import { ExportResult } from './export-result.tsx'
import * as messages from './messages.ts'
import { useExport } from './use-export.ts'

/** The form, progress and result of an export. The export continues while the panel is closed. */
export function ExportPanel({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const task = useExport()
  const { load, isRunning } = task
  if (!isRunning) {
    return (
      <>
        <ExportResult task={task} />
        <ExportForm list={list} search={search} onExport={task.start} />
      </>
    )
  }
  return (
    <div className={classes.running}>
      <p className={classes.text}>{messages.progress(load)}</p>
      {/* Screen readers don't announce numbers that change with every page. */}
      <p className={visuallyHidden.only} role="status">
        {load?.wait ? messages.waiting : messages.exporting}
      </p>
      <progress
        className={progress.bar}
        aria-label={messages.progressBar}
        value={load?.count ? load.read : undefined}
        max={Math.max(1, load?.count ?? 1)}
      />
      <p className={classes.hint}>{messages.keepsRunning}</p>
      <Button variant="default" size="sm" autoFocus onClick={task.cancel}>
        {uiMessages.cancel}
      </Button>
    </div>
  )
}
