import { Button } from '@mantine/core'
import { describeError } from '../../api/error-messages.ts'
import * as uiMessages from '../../ui/messages.ts'
import classes from './export-result.module.css'
import * as messages from './messages.ts'
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
            ? messages.saved(request.list, gathered.events.length, name)
            : messages.savedIncomplete(gathered, name)}
        </p>
      </div>
    )
  }
  if (exported?.kind === 'nothing') {
    return (
      <div className={classes.result} data-tone="wait" role="status" tabIndex={-1} ref={takeFocus}>
        <p>{messages.noEvents(request.list)}</p>
      </div>
    )
  }
  const rest = exported?.gathered ?? partial
  return (
    <div className={classes.result} data-tone={failure ? 'bad' : 'wait'} role="alert">
      <p>
        {failure ? `${failure.title}. ${failure.message}` : messages.stopped}{' '}
        {rest === null || rest.events.length === 0 ? messages.noFile : messages.incomplete(rest)}
      </p>
      <div className={classes.actions}>
        <Button size="xs" variant="default" autoFocus onClick={task.goOn}>
          {rest === null ? uiMessages.tryAgain : messages.continueExport}
        </Button>
        {rest !== null && rest.events.length > 0 && (
          <Button size="xs" variant="default" onClick={() => task.saveIncomplete(rest)}>
            {messages.downloadOnlyThese(rest.events.length)}
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
