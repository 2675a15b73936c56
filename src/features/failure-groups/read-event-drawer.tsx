import { EventBar } from '../failed-events/event-bar.tsx'
import { EventDrawer } from '../failed-events/event-drawer.tsx'
import { targetLink } from '../failed-events/event-link.ts'
import type { EventRow } from '../failed-events/event-row.ts'
import { textOf } from '../failed-events/event-texts.ts'
import type { ListProps } from '../failed-events/list-search.ts'
import type { EventSteps } from '../failed-events/use-event-steps.ts'
import { numberWords } from '../replays/run-words.ts'
import type { EventFacts } from './event-facts.ts'

type ReadEventDrawerProps = ListProps & {
  /** undefined where the event hasn't been read. */
  row: EventRow | undefined
  /** What is listed, in its order: the way on to the neighbours. */
  found: EventFacts[]
}

/** The open event of a range that was read, and the way on through what was found in it. */
export function ReadEventDrawer({ row, found, ...props }: ReadEventDrawerProps) {
  const { list, search, onSearch } = props
  const close = () => onSearch({ ...search, event: undefined })
  return (
    <EventDrawer
      list={list}
      eventKey={search.event}
      row={row}
      text={row && textOf(row.event)}
      onClose={close}
      bar={
        <EventBar
          steps={row && stepsOf(found, props)}
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
    place: index < 0 ? '' : `${numberWords(index + 1)} of ${numberWords(found.length)}`,
    error: null,
    isAtEnd: false,
  }
}
