import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatCount } from '../../../format/numbers.ts'
import { useTimes } from '../../../format/times.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { sortText } from '../../../ui/table/sort-order.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { LIST_WORDS } from '../../event/list/list-words.ts'
import type { FailureGroup } from '../../range/failure-group.ts'
import { useReceiversHealth } from '../../receivers/queries/receivers-health-query.ts'
import { groupColumns, groupKey } from './group-columns.tsx'
import { readGroupSort, sortedGroups } from './group-sort.ts'
import classes from './group-table.module.css'
import { timeSlots } from './time-slots.ts'

const GROUPS_AT_A_TIME = 20

type GroupTableProps = ListProps & {
  groups: FailureGroup[]
  /** How many events they have together. */
  count: number
  isBusy: boolean
}

/** The events by receiver and cause. */
export function GroupTable(props: GroupTableProps) {
  const { list, groups, count, isBusy, search, onSearch } = props
  const times = useTimes()
  const { one, many } = LIST_WORDS[list]
  const [most, setMost] = useState(GROUPS_AT_A_TIME)
  const slots = useMemo(() => timeSlots(search, times.startOf), [search, times])
  const sort = readGroupSort(search.sort)
  const sorted = useMemo(() => sortedGroups(groups, sort), [groups, sort])
  const shown = sorted.slice(0, most)
  const health = useReceiversHealth(shown.map(({ receiver }) => receiver))
  const columns = useMemo(
    () => groupColumns({ list, search, times, slots, health }),
    [list, search, times, slots, health],
  )
  return (
    <>
      <DataTable
        label="Groups of failures"
        columns={columns}
        rows={shown}
        rowId={groupKey}
        sort={sort}
        onSort={order => onSearch({ ...search, sort: sortText(order) }, { replace: true })}
        isBusy={isBusy}
      />
      <div className={classes.foot}>
        <p role="status">
          {formatCount(sorted.length, 'group', 'groups')} of {formatCount(count, one, many)}
        </p>
        {sorted.length > most && (
          <Button variant="default" size="xs" onClick={() => setMost(most + GROUPS_AT_A_TIME)}>
            Show more groups
          </Button>
        )}
      </div>
    </>
  )
}
