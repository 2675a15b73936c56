import { useTimes } from '../../../format/times.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { openLinkId } from '../../event/event-row.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { LIST_WORDS } from '../../event/list/list-words.ts'
import type { EventFacts } from '../../range/event-facts.ts'
import { readEventSort } from '../../range/event-sort.ts'
import { SortHead } from '../groups/sort-head.tsx'
import classes from './event-table.module.css'
import { EventTableRow } from './event-table-row.tsx'

const USUAL_ROW_HEIGHT = 63

type EventTableProps = ListProps & {
  events: EventFacts[]
  keyOf: (event: EventFacts) => string
  isBusy: boolean
}

/** All of these events, in the order that is chosen by the table's head. */
export function EventTable({ list, search, onSearch, events, keyOf, isBusy }: EventTableProps) {
  const times = useTimes()
  const head = {
    sort: readEventSort(search.sort),
    onSort: (text: string) => onSearch({ ...search, sort: text }, { replace: true }),
  }
  return (
    <VirtualTable
      label={LIST_WORDS[list].title}
      className={classes.table}
      isBusy={isBusy}
      rows={events}
      keyOf={keyOf}
      focusId={event => openLinkId(keyOf(event))}
      rowHeight={USUAL_ROW_HEIGHT}
      overscan={6}
      columns={5}
      openKey={search.event}
      head={
        <>
          <SortHead column="failed_at" first="descending" {...head}>
            Failed at ({times.zone})
          </SortHead>
          <SortHead column="company" {...head}>
            Company
          </SortHead>
          <SortHead column="caller" {...head}>
            Caller
          </SortHead>
          <SortHead column="cause" {...head}>
            Why it failed
          </SortHead>
          <SortHead column="receiver" {...head}>
            Receiver
          </SortHead>
        </>
      }
    >
      {(event, index, measure) => (
        <EventTableRow
          key={index}
          ref={measure}
          index={index}
          event={event}
          eventKey={keyOf(event)}
          isOpen={search.event !== undefined && search.event === keyOf(event)}
          search={search}
          onSearch={onSearch}
        />
      )}
    </VirtualTable>
  )
}
