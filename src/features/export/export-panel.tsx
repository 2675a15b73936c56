import { Button } from '@mantine/core'
import progress from '../../ui/progress.module.css'
import readOut from '../../ui/read-out.module.css'
import type { ListProps } from '../event/list/list-search.ts'
import { ExportForm } from './export-form.tsx'
import { formatExportProgress } from './export-messages.ts'
import classes from './export-panel.module.css'
import { ExportResult } from './export-result.tsx'
import { useExport } from './use-export.ts'

/** What to save; how far it is; what came of it. It goes on while it is out of sight. */
export function ExportPanel({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const task = useExport()
  const { reading, isRunning } = task
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
      <p className={classes.words}>{formatExportProgress(reading)}</p>
      {/* Numbers that change with every page are not read out. */}
      <p className={readOut.only} role="status">
        {reading?.wait ? 'Waiting for the service…' : 'Exporting…'}
      </p>
      <progress
        className={progress.bar}
        aria-label="Events read"
        value={reading?.count ? reading.read : undefined}
        max={Math.max(1, reading?.count ?? 1)}
      />
      <p className={classes.hint}>You may close this and go on with this list.</p>
      <Button variant="default" size="sm" autoFocus onClick={task.cancel}>
        Cancel
      </Button>
    </div>
  )
}
