import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type EventGroup, GROUP_BY } from '../../../../contract/events.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { Segments } from '../../../ui/segments.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useLastingRows } from '../../../ui/table/use-lasting-order.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { FollowUpSelect } from '../../follow-up/follow-up-select.tsx'
import { useFilteredVersion } from '../../follow-up/use-follow-up.ts'
import { groupsQuery } from '../../range/events-query.ts'
import { useReceivers } from '../../receivers/queries/receivers-query.ts'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { formatLoadObstacle, loadingList } from '../load-messages.ts'
import { LoadStatus, type ShownRangeProps } from '../load-status.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { groupColumns } from './group-columns.tsx'
import classes from './groups-of-range.module.css'

const GROUPS_PER_STEP = 20

const NO_GROUPS: EventGroup[] = []

/** The matching events of a range, grouped by receiver, company or cause. */
export function GroupsOfRange({ control }: ShownRangeProps) {
  const { list, search, onSearch, filter } = useList()
  const { reading, version } = control
  const times = useTimes()
  const [size, setSize] = useState(GROUPS_PER_STEP)
  const by = search.by ?? 'receiver'
  const follow_up = by === 'cause' ? undefined : search.follow_up
  const starts = useMemo(() => timeSlots(search, times.startOf), [search, times])
  const filteredVersion = useFilteredVersion(follow_up, version)
  const question = { by, sort: search.sort, size, starts, follow_up }
  const query = useQuery(groupsQuery(filter, question, filteredVersion))
  const { data } = query
  const of = JSON.stringify({ filter, ...question })
  const groups = useLastingRows(data?.results ?? NO_GROUPS, ({ name }) => name, of)
  const obstacle = formatLoadObstacle(list, reading)
  // Their states are part of the groups.
  useReceivers(version)
  const isTablet = useMediaQuery('screen and (min-width: 601px) and (max-width: 980px)', false, {
    getInitialValueInEffect: false,
  })
  const columns = groupColumns({ by, data, times, starts, obstacle, isTablet })
  const layout = useTableLayout('failure-groups')
  const table = useTableModel({
    columns,
    layout,
    sort: search.sort,
    usualSort: '-events',
    onSort: sort => onSearch({ ...search, sort }, { replace: true }),
  })
  const status = <LoadStatus control={control} />
  if (data === undefined || (groups.length === 0 && follow_up === undefined)) {
    return (
      <>
        {status}
        {data === undefined ? (
          <QueryWithoutData query={query} label={loadingList(list)} />
        ) : (
          <NothingFound counts={data.states} obstacle={obstacle} />
        )}
      </>
    )
  }
  return (
    <>
      {status}
      <div className={classes.tools}>
        <Segments
          isSmall
          legend="Group by"
          options={GROUP_BY.map(value => ({ value, label: `By ${value}` }))}
          chosen={by}
          onChoose={by => onSearch({ ...search, by, sort: undefined }, { replace: true })}
        />
        {by !== 'cause' && (
          <FollowUpSelect
            chosen={follow_up}
            onChoose={follow_up =>
              onSearch({ ...search, follow_up, unread: undefined }, { replace: true })
            }
          />
        )}
        <ColumnsButton columns={columns} control={layout} />
      </div>
      {groups.length === 0 ? (
        <EmptyState
          icon={<IconFilterOff size={22} aria-hidden />}
          title="No group has this follow-up"
          message="Choose “Any” above to see all groups."
        />
      ) : (
        <DataTable
          label="Groups of failures"
          table={table}
          rows={groups}
          rowId={({ name }) => name}
          isBusy={query.isPlaceholderData}
        />
      )}
      <div className={classes.foot}>
        <p role="status">
          {formatCount(data.count, 'group', 'groups')} of {formatNumber(data.events)}{' '}
          {listNoun(list, data.events)}
          {data.events < reading.read && ` out of ${formatNumber(reading.read)} loaded`}
          {obstacle !== null && ` · ${obstacle}`}
        </p>
        {data.count > groups.length && (
          <Button
            size="xs"
            loading={query.isFetching}
            onClick={() => setSize(size + GROUPS_PER_STEP)}
          >
            Show more groups
          </Button>
        )}
      </div>
    </>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The number of bars that people can distinguish in the width of a thumb. */
const MAX_SLOTS = 31

/**
 * Where the bars of a range begin and the last one ends, in ms since 1970: hours for a day, quarters of days for
 * a week, days for a month, and so on.
 */
function timeSlots({ from, to }: DateRange, startOf: (day: CalendarDate) => Date): number[] {
  const begin = startOf(from).getTime()
  const end = startOf(addDays(to, 1)).getTime()
  const days = Math.max(1, Math.round((end - begin) / DAY_MS))
  const length =
    days === 1 ? HOUR_MS : days <= 7 ? 6 * HOUR_MS : Math.ceil(days / MAX_SLOTS) * DAY_MS
  const count = Math.ceil((end - begin) / length)
  return Array.from({ length: count + 1 }, (_, slot) => begin + slot * length)
}
