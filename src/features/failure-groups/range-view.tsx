import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { changeList, type ListProps, NO_FILTERS } from '../event/list/list-search.ts'
import { NoFailedEvents } from '../failed-events/list/no-failed-events.tsx'
import { useFoundEvents } from '../range/use-found-events.ts'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { EventTable } from './all-events/event-table.tsx'
import { ChangedStates } from './changed-states.tsx'
import { FoundFoot } from './found-foot.tsx'
import { GroupTable } from './groups/group-table.tsx'
import * as messages from './messages.ts'
import { NothingFound } from './nothing-found.tsx'
import { OpenReadEvent } from './open-read-event.tsx'
import { ReadingStatus } from './reading-status.tsx'
import { usePrepared } from './use-prepared.ts'

type RangeViewProps = ListProps & {
  typed: string
  onType: (typed: string) => void
}

/** All events of a range: loaded, then searched, filtered, sorted and grouped here in the browser. */
export function RangeView({ typed, onType, ...props }: RangeViewProps) {
  const { list, search, onSearch } = props
  const range = useFoundEvents(props, typed)
  const { control, index, states, counts, isBehind } = range
  const { reading, isReading, error } = control
  const { events } = range.found
  // Loaded events are worked out a moment later. Until then, none of them matches anything.
  const isComing = index.events.length === 0 && (isReading || reading.events.length > 0)
  usePrepared(index, !isReading)

  if (reading.isComplete && reading.events.length === 0 && !isReading) {
    return (
      <NoFailedEvents
        list={list}
        range={search}
        onRange={days => onSearch(changeList(search, days))}
      />
    )
  }
  if (error !== null && reading.events.length === 0) {
    return <RequestFailure error={error} onRetry={control.read} />
  }
  return (
    <>
      <ReadingStatus list={list} control={control} />
      <ChangedStates changed={range.changed} onUpdate={range.update} />
      {isComing ? (
        <LoadingRows label={messages.loadingList(list)} />
      ) : events.length === 0 ? (
        <NothingFound
          list={list}
          counts={counts}
          onAllStates={() => onSearch({ ...search, state: 'all' })}
          onClear={() => {
            onType('')
            onSearch({ ...search, ...NO_FILTERS, q: undefined, state: 'all' })
          }}
        />
      ) : search.view === 'groups' ? (
        <GroupTable
          {...props}
          groups={index.groupsOf(events, search.by ?? 'receiver')}
          states={states}
          count={events.length}
          isBusy={isBehind}
        />
      ) : (
        <>
          <EventTable
            {...props}
            events={events}
            states={states}
            keyOf={index.keyOf}
            isBusy={isBehind}
          />
          <FoundFoot list={list} search={search} found={events} of={reading.events.length} />
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
