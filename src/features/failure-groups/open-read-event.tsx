import { Suspense, useMemo, useState } from 'react'
import { MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { eventRow, withReplays, withStates } from '../event/event-row.ts'
import type { ListProps } from '../event/list/list-search.ts'
import type { EventFacts } from '../range/event-facts.ts'
import { useReplayItems } from '../replays/single/use-replay-items.ts'
import type { StatesOfEvents } from '../replays/states/event-states-query.ts'
import { lazyPart } from '../request-errors/lazy-part.tsx'

const ReadEventDrawer = lazyPart(
  async () => (await import('./read-event-drawer.tsx')).ReadEventDrawer,
  {
    overPage: {
      onClose: ({ search, onSearch }) => onSearch({ ...search, event: undefined }),
      isOpen: ({ search }) => search.event !== undefined,
      isInUrl: true,
    },
  },
)

type OpenReadEventProps = ListProps & {
  /** undefined if none is open or it isn't loaded. */
  event: EventFacts | undefined
  /** undefined until they are loaded. */
  states: StatesOfEvents | undefined
  /** The listed events, in their order. */
  found: EventFacts[]
}

/** The open event, in the same drawer as in the paged list. */
export function OpenReadEvent({ event, states, ...props }: OpenReadEventProps) {
  const { list, search } = props
  const id = event?.read.event.id ?? null
  const ids = useMemo(() => (id === null ? [] : [id]), [id])
  const replays = useReplayItems(list, ids)
  const { from, to } = search
  const isOpen = search.event !== undefined
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const rows = event
    ? [
        eventRow(event.read.event, {
          list,
          from,
          to,
          page: event.read.page,
          cursor: event.read.cursor,
          size: MAX_PAGE_SIZE,
        }),
      ]
    : []
  const [row] = withStates(withReplays(rows, replays), states)
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <ReadEventDrawer {...props} row={row} />
      </Suspense>
    )
  )
}
