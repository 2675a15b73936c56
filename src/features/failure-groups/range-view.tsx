import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { useTypedText } from '../../ui/use-typed-text.ts'
import { changeList, type ListProps } from '../event/list/list-search.ts'
import { LIST_WORDS } from '../event/list/list-words.ts'
import { NoFailedEvents } from '../failed-events/list/no-failed-events.tsx'
import { criteriaOf } from '../range/criteria.ts'
import { EventIndex } from '../range/event-index.ts'
import { useRangeReading } from '../range/use-range-reading.ts'
import { useReceiversOfNumbers } from '../receivers/queries/receivers-of-numbers.ts'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { EventTable } from './all-events/event-table.tsx'
import { FoundFoot } from './found-foot.tsx'
import { GroupTable } from './groups/group-table.tsx'
import { OpenReadEvent } from './open-read-event.tsx'
import { ReadingStatus } from './reading-status.tsx'
import { SearchBar } from './search-bar.tsx'
import { usePrepared } from './use-prepared.ts'

/** All events of a range: read, then searched, filtered, sorted and grouped here in the browser. */
export function RangeView(props: ListProps) {
  const { list, search, onSearch } = props
  const control = useRangeReading(list, search)
  const { reading, isReading, error } = control
  const [typed, type] = useTypedText(search.q ?? '', q =>
    onSearch({ ...search, q }, { replace: true }),
  )

  // What is typed and pressed shows at once; the rows follow when they are worked out.
  const events = useDeferredValue(reading.events)
  const receivers = useReceiversOfNumbers()
  const index = useMemo(() => new EventIndex(events, receivers), [events, receivers])
  const wanted = useMemo(() => criteriaOf(search, typed), [search, typed])
  const criteria = useDeferredValue(wanted)
  const found = useMemo(() => index.find(criteria), [index, criteria])
  const isBehind = criteria !== wanted
  usePrepared(index, !isReading)

  if (reading.isComplete && reading.events.length === 0 && !isReading) {
    return (
      <NoFailedEvents
        list={list}
        range={search}
        onRange={range => onSearch(changeList(search, range))}
      />
    )
  }
  if (error !== null && reading.events.length === 0) {
    return <RequestFailure error={error} onRetry={control.read} />
  }
  const clear = () => {
    type('')
    onSearch({ ...search, q: undefined, ...NOT_NARROWED })
  }
  return (
    <>
      <ReadingStatus list={list} control={control} />
      <SearchBar
        typed={typed}
        onType={type}
        narrowed={search}
        onNarrow={({ cause, receiver, company }) =>
          onSearch({ ...search, cause, receiver, company, event: undefined })
        }
        onClear={clear}
        choices={index.choices}
      />
      {reading.events.length === 0 && isReading ? (
        <LoadingRows label={`Reading ${LIST_WORDS[list].many}…`} />
      ) : found.length === 0 ? (
        <EmptyState
          icon={<IconFilterOff size={22} aria-hidden />}
          title="Nothing that was read matches"
          message="Try fewer words, or another cause, receiver or company."
        >
          <Button variant="default" size="sm" onClick={clear}>
            Show all events
          </Button>
        </EmptyState>
      ) : search.view === 'groups' ? (
        <GroupTable
          {...props}
          groups={index.groupsOf(found)}
          count={found.length}
          isBusy={isBehind}
        />
      ) : (
        <>
          <EventTable {...props} events={found} keyOf={index.keyOf} isBusy={isBehind} />
          <FoundFoot list={list} search={search} found={found} of={reading.events.length} />
        </>
      )}
      <OpenReadEvent
        {...props}
        event={search.event === undefined ? undefined : index.named(search.event)}
        found={found}
      />
    </>
  )
}

const NOT_NARROWED = { cause: undefined, receiver: undefined, company: undefined }
