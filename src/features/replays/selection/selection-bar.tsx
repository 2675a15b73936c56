import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconRefresh } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatNumber } from '../../../../contract/text/count.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { aboutNamed } from '../../customer-message/about-events.ts'
import { MessageButton } from '../../customer-message/message-button.tsx'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import { ReportLink } from '../../event/list/report-link.tsx'
import { HandleEvents } from './handled-events.tsx'
import {
  type Matches,
  NOTHING_SELECTED,
  type Selection,
  type SelectionScope,
  selectedAmong,
  selectionRequest,
  useSelection,
  withAll,
  withEvents,
} from './selection.tsx'
import classes from './selection-bar.module.css'
import { useCreateRun } from './use-create-run.ts'

/** "1,284 ", or nothing if the service doesn't count its events */
const formatKnown = (count: number | null) => (count === null ? '' : `${formatNumber(count)} `)

type SelectionBarProps = {
  scope: SelectionScope
  /** How many events the range lists; null if that is unknown. */
  count: number | null
  /** The events of a filtered list. Others may be selected, too. */
  matches?: Matches | undefined
  /** Why `matches` has only some of them; null if it has all. */
  obstacle: string | null
}

/** The number of selected events, with the actions for them. */
export default function SelectionBar({ scope, count, matches, obstacle }: SelectionBarProps) {
  const { selection, select } = useSelection()
  const run = useCreateRun()
  const selectedCount = selection.isAll ? count : selection.events.size
  const isPhone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  const listed = useMatches(matches)
  const kept = useMemo(() => listed && selectedAmong(selection, listed), [listed, selection])
  const outside = kept === null || selectedCount === null ? 0 : selectedCount - kept.length
  const changes =
    matches === undefined ? (
      <SelectRange scope={scope} count={count} />
    ) : listed === null || kept === null ? null : (
      <SelectMatches {...{ scope, listed, kept, obstacle }} canKeep={outside > 0} />
    )
  const others = (
    <>
      <ReportLink size="xs" search={reportSearch(scope, selection)} />
      {!selection.isAll && (
        <HandleEvents
          key={[...selection.events.keys()].join(' ')}
          size="xs"
          scope={scope}
          events={[...selection.events.values()]}
          outside={outside}
        />
      )}
      <Button size="xs" onClick={() => select(() => NOTHING_SELECTED)}>
        Clear
      </Button>
    </>
  )
  return (
    <section className={classes.bar} aria-label="Selected events">
      <p className={classes.count} role="status">
        {selection.isAll && 'All '}
        {formatKnown(selectedCount)}selected
        {outside > 0 &&
          `, ${outside === selectedCount ? 'none' : `${formatNumber(outside)} not`} in this list`}
      </p>
      {!isPhone && changes}
      <div className={classes.actions}>
        <MessageButton
          isInTable
          {...aboutNamed({
            ...scope,
            ...(!selection.isAll && { ids: [...selection.events.keys()] }),
          })}
        />
        {isPhone ? (
          <PopoverButton
            isPlain
            isIconOnly
            label="More actions for the selected events"
            icon={<IconDots size={16} aria-hidden />}
          >
            {() => (
              <div className={classes.others}>
                {changes}
                {others}
              </div>
            )}
          </PopoverButton>
        ) : (
          others
        )}
        <Button
          variant="filled"
          size="xs"
          loading={run.isPending}
          onClick={() => run.create(selectionRequest(selection, scope))}
          leftSection={<IconRefresh size={15} aria-hidden />}
        >
          Replay selected…
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

function reportSearch({ list, from_date, to_date }: SelectionScope, { isAll }: Selection) {
  return { from: from_date, to: addDays(to_date, -1), ...(!isAll && { selected: list }) }
}

/** null until they are loaded, or if the list isn't filtered. */
function useMatches(matches: Matches | undefined): NamedTarget[] | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.copiedEvents, 'matches', matches?.key],
    queryFn: matches ? ({ signal }) => matches.load(signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  return data ?? null
}

function SelectRange({ scope, count }: Pick<SelectionBarProps, 'scope' | 'count'>) {
  const { selection, select } = useSelection()
  if (selection.isAll || (count !== null && count <= selection.events.size)) return null
  return (
    <Button size="xs" variant="subtle" onClick={() => select(() => withAll(scope))}>
      Select all {formatKnown(count)}of this range
    </Button>
  )
}

type SelectMatchesProps = Pick<SelectionBarProps, 'scope' | 'obstacle'> & {
  listed: NamedTarget[]
  /** The selected ones among them. */
  kept: NamedTarget[]
  /** Whether others are selected, too. */
  canKeep: boolean
}

function SelectMatches({ scope, obstacle, listed, kept, canKeep }: SelectMatchesProps) {
  const { select } = useSelection()
  const look = {
    size: 'xs',
    variant: 'subtle',
    title: obstacle ?? undefined,
    disabled: obstacle !== null,
  } as const
  return (
    <>
      {canKeep && kept.length > 0 && (
        <Button {...look} onClick={() => select(() => withEvents(NOTHING_SELECTED, scope, kept))}>
          {kept.length === 1
            ? 'Keep only this one'
            : `Keep only these ${formatNumber(kept.length)}`}
        </Button>
      )}
      {kept.length < listed.length && (
        <Button {...look} onClick={() => select(current => withEvents(current, scope, listed))}>
          {listed.length === 1
            ? 'Select the one that matches'
            : `Select all ${formatNumber(listed.length)} that match`}
        </Button>
      )}
    </>
  )
}
