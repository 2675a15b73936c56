import { formatNumber } from '../../format/numbers.ts'
import { originalText } from '../event/event-json.ts'
import type { EventRow } from '../event/event-row.ts'
import { targetLink } from '../event/list/event-link.ts'
import type { ListProps } from '../event/list/list-search.ts'
import type { EventSteps } from '../failed-events/drawer/event-bar.tsx'
import { EventBar, eventAbout } from '../failed-events/drawer/event-bar.tsx'
import { EventDrawer } from '../failed-events/drawer/event-drawer.tsx'
import type { EventFacts } from '../range/event-facts.ts'

type ReadEventDrawerProps = ListProps & {
  /** undefined if the event isn't loaded. */
  row: EventRow | undefined
  /** The listed events in their order, for the way to the neighbours. */
  found: EventFacts[]
}

/** The open event of a loaded range, with the way to its neighbours in the list. */
export function ReadEventDrawer({ row, found, ...props }: ReadEventDrawerProps) {
  const { list, search, onSearch } = props
  const close = () => onSearch({ ...search, event: undefined })
  return (
    <EventDrawer
      list={list}
      eventKey={search.event}
      row={row}
      text={row && originalText(row.event)}
      onClose={close}
      bar={
        <EventBar
          steps={row && stepsOf(found, props)}
          about={eventAbout(row)}
          link={row ? targetLink(row) : null}
          onClose={close}
        />
      }
    />
  )
}

function stepsOf(found: EventFacts[], { search, onSearch }: ListProps): EventSteps {
  const index = found.findIndex(({ read }) => read.key === search.event)
  const to = (event: EventFacts | undefined) =>
    event === undefined || index < 0
      ? null
      : () => onSearch({ ...search, event: event.read.key }, { replace: true })
  return {
    next: to(found[index + 1]),
    previous: to(found[index - 1]),
    place: index < 0 ? '' : `${formatNumber(index + 1)} of ${formatNumber(found.length)}`,
    error: null,
    isAtEnd: false,
  }
}
