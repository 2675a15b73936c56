import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import { timesIn } from '../../contract/time/times-in.ts'
import { SelectionProvider } from '../features/replays/selection/selection.tsx'
import { PageFailure } from '../features/request-errors/route-failure.tsx'
import { sessionOwner } from '../features/session/account-storage.ts'
import { sessionQuery } from '../features/session/session-query.ts'
import { TimesContext } from '../format/times.ts'
import { AppShell } from '../shell/app-shell.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session.signed_in) {
      throw redirect({ to: '/sign-in', search: { redirect: location.href } })
    }
    return { session }
  },
  component: SignedIn,
  errorComponent: PageFailure,
})

function SignedIn() {
  const { session } = Route.useRouteContext()
  const times = useMemo(() => timesIn(session.time_zone), [session.time_zone])
  return (
    <TimesContext value={times}>
      <SelectionProvider owner={`${sessionOwner(session)} ${session.name ?? ''}`}>
        <AppShell session={session}>
          <Outlet />
        </AppShell>
      </SelectionProvider>
    </TimesContext>
  )
}
