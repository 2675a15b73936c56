import { ApiError } from '../../api/api-error.ts'
import { useIsOnline } from '../../api/connection.ts'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { changeList, isNarrowed, type ListProps, NO_FILTERS } from '../event/list/list-search.ts'
import { NoFailedEvents } from '../failed-events/list/no-failed-events.tsx'
import { RowsWithoutRange } from '../failed-events/list/rows-without-range.tsx'
import { useFoundEvents } from '../range/use-found-events.ts'
import { StatesNotice } from '../replays/states/states-notice.tsx'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { EventTable } from './all-events/event-table.tsx'
import { FoundFoot } from './found-foot.tsx'
import { GroupTable } from './groups/group-table.tsx'
import { formatLoadObstacle } from './load-messages.ts'
import { LoadStatus } from './load-status.tsx'
import * as messages from './messages.ts'
import { NothingFound } from './nothing-found.tsx'
import { OpenReadEvent } from './open-read-event.tsx'
import { UnknownStates } from './unknown-states.tsx'
import { usePrepared } from './use-prepared.ts'

type RangeViewProps = ListProps & {
  searchText: string
  onTextChange: (searchText: string) => void
}

/** All events of a range: loaded, then searched, filtered, sorted and grouped here in the browser. */
export function RangeView({ searchText, onTextChange, ...props }: RangeViewProps) {
  const { list, search, onSearch } = props
  const range = useFoundEvents(props, searchText)
  const { control, index, ofStates, counts, isBehind, criteria } = range
  const { states } = ofStates
  const { load, isLoading, error } = control
  const { events } = range.found
  // Loaded events are worked out a moment later. Until then, none of them matches anything.
  const isComing = index.events.length === 0 && (isLoading || load.events.length > 0)
  // The state filter lists nothing while the states are unknown.
  const isFilterUnknown = criteria.state !== 'all' && events.length === 0 && counts.unknown > 0
  const showAllStates = () => onSearch({ ...search, state: 'all' })
  const isOffline = !useIsOnline() || (error instanceof ApiError && error.kind === 'offline')
  const obstacle = range.isWhole
    ? null
    : formatLoadObstacle(list, load, isLoading || load.isComplete)
  usePrepared(index, !isLoading)

  if (load.isComplete && load.events.length === 0 && !isLoading) {
    return (
      <NoFailedEvents
        list={list}
        range={search}
        onRange={days => onSearch(changeList(search, days))}
      />
    )
  }
  if (load.events.length === 0 && isOffline && searchText === '' && !isNarrowed(search)) {
    return <RowsWithoutRange {...props} />
  }
  if (load.events.length === 0 && (error !== null || isOffline)) {
    return <RequestFailure error={error ?? new ApiError('offline')} onRetry={control.read} />
  }
  return (
    <>
      <LoadStatus list={list} control={control} changed={range.changed} onUpdate={range.update} />
      {!isFilterUnknown && <StatesNotice list={list} ofStates={ofStates} />}
      {isFilterUnknown && ofStates.hasFailed ? (
        <UnknownStates list={list} counts={counts} onAllStates={showAllStates} />
      ) : isComing || isFilterUnknown ? (
        <LoadingRows label={messages.loadingList(list)} />
      ) : events.length === 0 ? (
        <NothingFound
          list={list}
          counts={counts}
          obstacle={obstacle}
          onAllStates={showAllStates}
          onClear={() => {
            onTextChange('')
            onSearch({ ...search, ...NO_FILTERS, q: undefined, state: 'all' })
          }}
        />
      ) : search.view === 'groups' ? (
        <GroupTable
          {...props}
          all={index.events}
          groups={index.groupsOf(events, search.by ?? 'receiver')}
          states={states}
          count={events.length}
          obstacle={obstacle}
          isBusy={isBehind}
        />
      ) : (
        <>
          <EventTable
            {...props}
            events={events}
            ofStates={ofStates}
            keyOf={index.keyOf}
            obstacle={obstacle}
            isBusy={isBehind}
          />
          <FoundFoot
            list={list}
            search={search}
            found={events}
            of={load.events.length}
            obstacle={obstacle}
            isNoneMissing={criteria.state === 'missing' && range.state === 'all'}
            states={states}
          />
        </>
      )}
      <OpenReadEvent
        {...props}
        event={search.event === undefined ? undefined : index.named(search.event)}
        states={states}
        found={events}
      />
    </>
  )
}
