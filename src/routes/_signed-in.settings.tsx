import { createFileRoute } from '@tanstack/react-router'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { receiversQuery } from '../features/receivers/receivers-query.ts'
import { SettingsPage } from '../features/receivers/settings-page.tsx'
import { SettingsSearch } from '../features/receivers/settings-search.ts'

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: SettingsSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(receiversQuery),
  component: Settings,
  errorComponent: RouteFailure,
})

function Settings() {
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SettingsPage
      owner={`${session.service} ${session.name ?? ''}`}
      search={search}
      onSearch={(next, options) => void navigate({ search: next, ...options, resetScroll: false })}
    />
  )
}
