import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconRefresh } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatNumber } from '../../../format/numbers.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import { HandleEvents } from './handled-control.tsx'
import { selectionRequest } from './named-targets.ts'
import {
  NOTHING_SELECTED,
  type SelectionScope,
  selectedAmong,
  withAll,
  withEvents,
} from './selection.ts'
import classes from './selection-bar.module.css'
import { useSelection } from './selection-context.tsx'
import { useCreateRun } from './use-create-run.ts'

const selectedEvents = 'Selected events'

/** "All 1,284 selected", or "All selected" if the service doesn't count them */
const allSelected = (count: number | null) => `All ${selected(count)}`

const selected = (count: number | null) =>
  `${count === null ? '' : `${formatNumber(count)} `}selected`

const selectAllOfRange = (count: number | null) =>
  `Select all ${count === null ? '' : `${formatNumber(count)} `}of this range`

const selectAllMatching = (count: number) =>
  count === 1 ? 'Select the one that matches' : `Select all ${formatNumber(count)} that match`

/** "14 selected, 12 not in this list" */
const notInList = (outside: number, isAllOutside: boolean) =>
  `, ${isAllOutside ? 'none' : `${formatNumber(outside)} not`} in this list`

const keepOnlyText = (count: number) =>
  count === 1 ? 'Keep only this one' : `Keep only these ${formatNumber(count)}`

const moreActions = 'More actions for the selected events'

const clear = 'Clear'

const replaySelected = 'Replay selected…'

/** The number of selected events, with the actions for them. */
export function SelectionBar({
  scope,
  count,
  matches,
  obstacle,
}: {
  scope: SelectionScope
  /** How many events the range lists; null if that is unknown. */
  count: number | null
  /** The events of a filtered list. Others may be selected, too. */
  matches?: (() => NamedTarget[]) | undefined
  /** Why `matches` has only some of them; null if it has all. */
  obstacle: string | null
}) {
  const { selection, select } = useSelection()
  const run = useCreateRun()
  const chosen = selection.isAll ? count : selection.events.size
  const isPhone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  const listed = useMemo(() => matches?.() ?? null, [matches])
  const kept = useMemo(() => listed && selectedAmong(selection, listed), [listed, selection])
  const outside = kept === null || chosen === null ? 0 : chosen - kept.length
  const all =
    listed === null || kept === null
      ? !selection.isAll &&
        (count === null || count > selection.events.size) && (
          <Button size="xs" variant="subtle" onClick={() => select(() => withAll(scope))}>
            {selectAllOfRange(count)}
          </Button>
        )
      : kept.length < listed.length && (
          <Button
            size="xs"
            variant="subtle"
            title={obstacle ?? undefined}
            disabled={obstacle !== null}
            onClick={() => select(current => withEvents(current, scope, listed))}
          >
            {selectAllMatching(listed.length)}
          </Button>
        )
  const keepOnly = kept !== null && kept.length > 0 && outside > 0 && (
    <Button
      size="xs"
      variant="subtle"
      title={obstacle ?? undefined}
      disabled={obstacle !== null}
      onClick={() => select(() => withEvents(NOTHING_SELECTED, scope, kept))}
    >
      {keepOnlyText(kept.length)}
    </Button>
  )
  const others = (
    <>
      {!selection.isAll && (
        <HandleEvents
          key={[...selection.events.keys()].join(' ')}
          size="xs"
          scope={scope}
          events={[...selection.events.values()]}
          outside={outside}
        />
      )}
      <Button size="xs" variant="default" onClick={() => select(() => NOTHING_SELECTED)}>
        {clear}
      </Button>
    </>
  )
  return (
    <section className={classes.bar} aria-label={selectedEvents}>
      <p className={classes.count} role="status">
        {selection.isAll ? allSelected(chosen) : selected(chosen)}
        {outside > 0 && notInList(outside, outside === chosen)}
      </p>
      {!isPhone && keepOnly}
      {!isPhone && all}
      <div className={classes.actions}>
        {isPhone ? (
          <PopoverButton
            isPlain
            isIconOnly
            label={moreActions}
            title={moreActions}
            icon={<IconDots size={16} aria-hidden />}
          >
            {() => (
              <div className={classes.others}>
                {keepOnly}
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
          {replaySelected}
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
