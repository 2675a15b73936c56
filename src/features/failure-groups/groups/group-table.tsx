import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTimes } from '../../../format/times.ts'
import segments from '../../../ui/segments.module.css'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { sortText } from '../../../ui/table/sort-order.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import type { ListProps } from '../../event/list/list-search.ts'
import type { EventFacts } from '../../range/event-facts.ts'
import { filterOfState } from '../../range/event-index.ts'
import { type FailureGroup, GROUP_BY, groupNames } from '../../range/failure-group.ts'
import { useReceiversHealth } from '../../receivers/queries/receivers-query.ts'
import type { StatesOfEvents } from '../../replays/states/event-states-query.ts'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { groupColumns, groupKey } from './group-columns.tsx'
import { type GroupRow, readGroupSort, sortedGroups } from './group-sort.ts'
import classes from './group-table.module.css'
import * as messages from './messages.ts'
import { timeSlots } from './time-slots.ts'

const GROUPS_PER_STEP = 20

type GroupTableProps = ListProps & {
  /** All events of the range, which no filter leaves out. */
  all: EventFacts[]
  groups: FailureGroup[]
  /** undefined until they are loaded. */
  states: StatesOfEvents | undefined
  /** The number of all their events. */
  count: number
  /** Why nothing can be done with whole groups yet; null if it can. */
  obstacle: string | null
  isBusy: boolean
}

/** The events, grouped by receiver, company or cause. */
export function GroupTable(props: GroupTableProps) {
  const { list, all, groups, states, count, obstacle, isBusy, search, onSearch } = props
  const times = useTimes()
  const [most, setMost] = useState(GROUPS_PER_STEP)
  const slots = useMemo(() => timeSlots(search, times.startOf), [search, times])
  const sort = readGroupSort(search.sort)
  const layout = useTableLayout('failure-groups')
  const isTablet = useMediaQuery('screen and (min-width: 601px) and (max-width: 980px)', false, {
    getInitialValueInEffect: false,
  })
  const rows = useMemo(() => groups.map(group => withMissing(group, states)), [groups, states])
  const sorted = useMemo(() => sortedGroups(rows, sort), [rows, sort])
  const hasCalls = groups.some(({ calls, events }) => calls !== events.length)
  const shown = sorted.slice(0, most)
  const health = useReceiversHealth(
    shown.flatMap(group => {
      const { receivers } = groupNames(group)
      return receivers.length === 1 ? receivers : []
    }),
  )
  const lastFailures = useMemo(() => lastByReceiver(all), [all])
  const columns = useMemo(
    () =>
      groupColumns({
        list,
        search,
        times,
        slots,
        health,
        all,
        lastFailures,
        states,
        obstacle,
        hasCalls,
        isTablet,
      }),
    [list, search, times, slots, health, all, lastFailures, states, obstacle, hasCalls, isTablet],
  )
  const table = useTableModel({
    columns,
    layout,
    sort,
    onSort: order => onSearch({ ...search, sort: sortText(order) }, { replace: true }),
  })
  return (
    <>
      <div className={classes.tools}>
        <fieldset className={segments.segments} data-size="small">
          <legend className={visuallyHidden.only}>{messages.groupByLegend}</legend>
          {GROUP_BY.map(by => (
            <button
              key={by}
              type="button"
              aria-pressed={(search.by ?? 'receiver') === by}
              onClick={() => onSearch({ ...search, by, sort: undefined }, { replace: true })}
            >
              {messages.groupBy(by)}
            </button>
          ))}
        </fieldset>
        <ColumnsButton columns={columns} control={layout} />
      </div>
      <DataTable
        label={messages.groupTable}
        table={table}
        rows={shown}
        rowId={groupKey}
        isBusy={isBusy}
      />
      <div className={classes.foot}>
        <p role="status">
          {messages.groupCount(list, sorted.length, count)}
          {obstacle !== null && ` · ${obstacle}`}
        </p>
        {sorted.length > most && (
          <Button variant="default" size="xs" onClick={() => setMost(most + GROUPS_PER_STEP)}>
            {messages.showMoreGroups}
          </Button>
        )}
      </div>
    </>
  )
}

function lastByReceiver(events: EventFacts[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const { receiver, at } of events) {
    if (at !== null && at > (last.get(receiver) ?? 0)) last.set(receiver, at)
  }
  return last
}

function withMissing(group: FailureGroup, states: StatesOfEvents | undefined): GroupRow {
  let missing = 0
  for (const { read } of group.events) {
    const state = filterOfState(states?.get(read.event.id))
    if (state === 'unknown') return { ...group, missing: null }
    if (state === 'missing') missing++
  }
  return { ...group, missing }
}
