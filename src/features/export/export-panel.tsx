import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../contract/text/count.ts'
import { errorText } from '../../api/error-messages.ts'
import * as uiMessages from '../../ui/messages.ts'
import progressClasses from '../../ui/progress.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { ListProps } from '../event/list/list-search.ts'
import { ExportForm } from './export-form.tsx'
import classes from './export-panel.module.css'
import resultClasses from './export-result.module.css'
import * as messages from './messages.ts'
import { useExport } from './use-export.ts'

/** The form, progress and result of an export. The export continues while the panel is closed. */
export function ExportPanel({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const task = useExport()
  const { progress, isRunning } = task
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
      <p className={classes.text}>{messages.progress(progress)}</p>
      {/* Screen readers don't announce numbers that change with every page. */}
      <p className={visuallyHidden.only} role="status">
        {progress?.wait ? 'Waiting for the service…' : 'Exporting…'}
      </p>
      <progress
        className={progressClasses.bar}
        aria-label="Events loaded"
        value={progress?.of ? progress.done : undefined}
        max={Math.max(1, progress?.of ?? 1)}
      />
      <p className={classes.hint}>
        You can close this and continue to work. The export keeps running.
      </p>
      <Button variant="default" size="sm" autoFocus onClick={task.cancel}>
        {uiMessages.cancel}
      </Button>
    </div>
  )
}

function ExportResult({ task }: { task: ReturnType<typeof useExport> }) {
  const { request, exported, error } = task
  if (request === undefined) return null
  if (exported?.kind === 'nothing') {
    return (
      <ExportDone tone="wait">
        There are no {LIST_LABELS[request.list].many} to export, so no file was created.
      </ExportDone>
    )
  }
  if (exported?.kind === 'saved') {
    const { gathered, name } = exported
    return gathered.isWhole ? (
      <ExportDone tone="good">
        {messages.saved(request.list, gathered.events.length, name)}
      </ExportDone>
    ) : (
      <ExportDone tone="wait">{messages.savedIncomplete(gathered, name)}</ExportDone>
    )
  }
  return exported || error ? <ExportUnfinished task={task} /> : null
}

/** Why there is no file yet, and what a person can do about it. */
function ExportUnfinished({ task }: { task: ReturnType<typeof useExport> }) {
  const { exported, error } = task
  const rest = exported?.kind === 'incomplete' ? exported.gathered : task.partial()
  const part = rest === null || rest.events.length === 0 ? null : rest
  const failure = error && error.name !== 'AbortError' ? errorText(error) : null
  return (
    <div className={resultClasses.result} data-tone={failure ? 'bad' : 'wait'} role="alert">
      <p>
        {failure ?? 'Stopped.'} {part === null ? 'No file was created.' : messages.incomplete(part)}
      </p>
      <div className={resultClasses.actions}>
        <Button size="xs" variant="default" autoFocus onClick={task.goOn}>
          {rest === null ? uiMessages.tryAgain : 'Continue'}
        </Button>
        {part !== null && (
          <Button size="xs" variant="default" onClick={() => task.saveIncomplete(part)}>
            Download only these {formatNumber(part.events.length)}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Takes the focus, because the focused button is gone. */
function ExportDone({ tone, children }: { tone: 'good' | 'wait'; children: ReactNode }) {
  return (
    <div
      className={resultClasses.result}
      data-tone={tone}
      role="status"
      tabIndex={-1}
      ref={takeFocus}
    >
      <p>{children}</p>
    </div>
  )
}

function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
