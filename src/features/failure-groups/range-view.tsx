import { ApiError } from '../../api/api-error.ts'
import { useIsOnline } from '../../api/connection.ts'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { changeList, isNarrowed } from '../event/list/list-search.ts'
import { NoFailedEvents } from '../failed-events/list/no-failed-events.tsx'
import { RowsWithoutRange } from '../failed-events/list/rows-without-range.tsx'
import { type ReadingControl, useReading } from '../range/use-reading.ts'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { EventsOfRange } from './events-of-range.tsx'
import { GroupsOfRange } from './groups/groups-of-range.tsx'
import { loadingList } from './load-messages.ts'
import type { RangeViewProps } from './load-status.tsx'

/** All events of a range, which the gateway reads from the service, searches, filters, sorts and groups. */
export function RangeView(props: RangeViewProps) {
  const { list, search } = props
  const control = useReading(list, search)
  const { reading, version } = control
  const isEmpty = reading === undefined || reading.read === 0
  if (isEmpty && isOver(control)) return <EmptyRange {...props} control={control} />
  if (reading === undefined || version === undefined || (isEmpty && reading.is_reading)) {
    return <LoadingRows label={loadingList(list)} />
  }
  const View = search.view === 'groups' ? GroupsOfRange : EventsOfRange
  return <View {...props} control={{ ...control, reading, version }} />
}

/** Whether a range was read to its end, or can't be read. */
function isOver({ reading, error }: ReadingControl): boolean {
  if (error !== null || reading === undefined) return error !== null
  return (reading.is_complete && !reading.is_reading) || reading.problem !== null
}

/** Says that a range has no events, or why none is known. */
function EmptyRange({ control, ...props }: RangeViewProps & { control: ReadingControl }) {
  const { list, search, onSearch, searchText } = props
  const { problem: error, readAgain } = control
  const isOnline = useIsOnline()
  const isOffline = !isOnline || (error instanceof ApiError && error.kind === 'offline')
  if (error === null && isOnline) {
    return (
      <NoFailedEvents
        list={list}
        range={search}
        onRange={days => onSearch(changeList(search, days))}
      />
    )
  }
  if (isOffline && searchText === '' && !isNarrowed(search)) return <RowsWithoutRange {...props} />
  return <RequestFailure error={error ?? new ApiError('offline')} onRetry={readAgain} />
}
