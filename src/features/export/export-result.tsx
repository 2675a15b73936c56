import { Button } from '@mantine/core'
import { describeError } from '../../api/error-messages.ts'
import { formatNumber } from '../../format/numbers.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { formatEventCount, formatPart } from './export-messages.ts'
import classes from './export-result.module.css'
import type { useExport } from './use-export.ts'

/** The result of the last export. */
export function ExportResult({ task }: { task: ReturnType<typeof useExport> }) {
  const { request, exported } = task
  const partial = task.partial()
  const failure = task.error && task.error.name !== 'AbortError' && describeError(task.error)
  if (request === undefined || (!exported && !task.error)) return null
  if (exported?.kind === 'saved') {
    const { gathered, name } = exported
    return (
      <div
        className={classes.result}
        data-tone={gathered.isWhole ? 'good' : 'wait'}
        role="status"
        tabIndex={-1}
        ref={takeFocus}
      >
        <p>
          {gathered.isWhole
            ? `${formatEventCount(request.list, gathered.events.length)} saved as ${name}.`
            : `Saved as ${name}. It is incomplete: ${formatPart(gathered)}.`}
        </p>
      </div>
    )
  }
  if (exported?.kind === 'nothing') {
    return (
      <div className={classes.result} data-tone="wait" role="status" tabIndex={-1} ref={takeFocus}>
        <p>There are no {LIST_LABELS[request.list].many} to export, so no file was created.</p>
      </div>
    )
  }
  const rest = exported?.gathered ?? partial
  return (
    <div className={classes.result} data-tone={failure ? 'bad' : 'wait'} role="alert">
      <p>
        {failure ? `${failure.title}. ${failure.message} ` : 'Stopped. '}
        {rest === null || rest.events.length === 0
          ? 'No file was created.'
          : `Export incomplete: ${formatPart(rest)} loaded. No file was created.`}
      </p>
      <div className={classes.actions}>
        <Button size="xs" variant="default" autoFocus onClick={task.goOn}>
          {rest === null ? 'Try again' : 'Continue'}
        </Button>
        {rest !== null && rest.events.length > 0 && (
          <Button size="xs" variant="default" onClick={() => task.saveIncomplete(rest)}>
            Download only these {formatNumber(rest.events.length)}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Takes the focus, because the focused button is gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
