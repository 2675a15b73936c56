import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AppShell } from '../features/session/app-shell.tsx'
import { sessionQuery } from '../features/session/session-query.ts'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session.signed_in) {
      throw redirect({ to: '/sign-in', search: { redirect: location.href } })
    }
    return { session }
  },
  component: SignedIn,
})

function SignedIn() {
  return (
    <AppShell session={Route.useRouteContext().session}>
      <Outlet />
    </AppShell>
  )
}
