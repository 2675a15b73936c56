import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { onNotify } from '../ui/notification/notify.ts'

const loadList = () => import('../ui/notification/notification-list.tsx')

const NotificationList = lazyPart<{ onClose: () => void }>(
  async () => (await loadList()).NotificationList,
  { overPage: { onClose: ({ onClose }) => onClose() } },
)

/** Where transient messages appear. Loads what shows them with the first one. */
export function NotificationOutlet() {
  const [isUsed, setUsed] = useState(false)
  useEffect(
    () =>
      onNotify(message => {
        setUsed(true)
        // If it can't be loaded, NotificationList says so.
        void loadList().then(
          ({ showMessage }) => showMessage(message),
          () => undefined,
        )
      }),
    [],
  )
  if (!isUsed) return null
  return (
    <Suspense fallback={null}>
      <NotificationList onClose={() => setUsed(false)} />
    </Suspense>
  )
}
