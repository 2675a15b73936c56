import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconRefresh } from '@tabler/icons-react'
import { PopoverButton } from '../../../ui/popover-button.tsx'
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
  const isPhone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  const all = !selection.isAll && (count === null || count > selection.events.size) && (
    <Button size="xs" variant="subtle" onClick={() => select(() => withAll(scope))}>
      {messages.selectAllOfRange(count)}
    </Button>
  )
  const others = (
    <>
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
    </>
  )
  return (
    <section className={classes.bar} aria-label={messages.selectedEvents}>
      <p className={classes.count} role="status">
        {selection.isAll ? messages.allSelected(chosen) : messages.selected(chosen)}
      </p>
      {!isPhone && all}
      <div className={classes.actions}>
        {isPhone ? (
          <PopoverButton
            isPlain
            isIconOnly
            label={messages.moreActions}
            title={messages.moreActions}
            icon={<IconDots size={16} aria-hidden />}
          >
            {() => (
              <div className={classes.others}>
                {all}
                {others}
              </div>
            )}
          </PopoverButton>
        ) : (
          others
        )}
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
