import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { HandleSelected } from '../states/handle-selected.tsx'
import { selectionRequest } from './named-targets.ts'
import { NOTHING_SELECTED, type SelectionScope, withAll } from './selection.ts'
import classes from './selection-bar.module.css'
import * as messages from './selection-bar-messages.ts'
import { useSelection } from './selection-context.tsx'
import { useCreateRun } from './use-create-run.ts'

/** The number of selected events, with the actions for them. */
export function SelectionBar({
  scope,
  count,
}: {
  scope: SelectionScope
  /** How many events the range lists; null if that is unknown. */
  count: number | null
}) {
  const { selection, select } = useSelection()
  const run = useCreateRun()
  const chosen = selection.isAll ? count : selection.events.size
  return (
    <section className={classes.bar} aria-label={messages.selectedEvents}>
      <p className={classes.count} role="status">
        {selection.isAll ? messages.allSelected(chosen) : messages.selected(chosen)}
      </p>
      {!selection.isAll && (count === null || count > selection.events.size) && (
        <Button size="xs" variant="subtle" onClick={() => select(() => withAll(scope))}>
          {messages.selectAllOfRange(count)}
        </Button>
      )}
      <div className={classes.actions}>
        {!selection.isAll && (
          <HandleSelected
            key={[...selection.events.keys()].join(' ')}
            list={scope.list}
            events={[...selection.events.values()]}
          />
        )}
        <Button size="xs" variant="default" onClick={() => select(() => NOTHING_SELECTED)}>
          {messages.clear}
        </Button>
        <Button
          size="xs"
          loading={run.isPending}
          onClick={() => run.create(selectionRequest(selection, scope))}
          leftSection={<IconRefresh size={15} aria-hidden />}
        >
          {messages.replaySelected}
        </Button>
      </div>
      {run.problem && (
        <p className={classes.problem} role="alert">
          {run.problem}
        </p>
      )}
    </section>
  )
}
