import { Suspense, useState } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'

const ListedEventDrawer = lazyPart(
  async () => (await import('../drawer/listed-event-drawer.tsx')).ListedEventDrawer,
  {
    overPage: {
      onClose: ({ search, onSearch }) => onSearch({ ...search, event: undefined }),
      isOpen: ({ search }) => search.event !== undefined,
    },
  },
)

/** The drawer loads when the first event is opened, and stays for the next one. */
export function OpenEvent(props: React.ComponentProps<typeof ListedEventDrawer>) {
  const isOpen = props.search.event !== undefined
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <ListedEventDrawer {...props} />
      </Suspense>
    )
  )
}
