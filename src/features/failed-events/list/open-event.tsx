import { lazyPart } from '../../request-errors/lazy-part.tsx'

/** The drawer loads when the first event is opened. */
export const OpenEvent = lazyPart(
  async () => (await import('../drawer/listed-event-drawer.tsx')).ListedEventDrawer,
  {
    overPage: {
      onClose: ({ search, onSearch }) => onSearch({ ...search, event: undefined }),
      isOpen: ({ search }) => search.event !== undefined,
    },
  },
)
