import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { prefetch } from '../api/query-client.ts'
import { receiverSettingsQuery } from '../features/receivers/queries/receivers-query.ts'
import {
  SETTINGS_SEARCH_DEFAULTS,
  SettingsSearch,
} from '../features/receivers/settings/settings-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

const SettingsPage = lazyPart(() => import('../features/receivers/settings/settings-page.tsx'), {
  title: 'Settings',
})

const ProtectedNumbers = lazyPart(
  () => import('../features/blocklist/protected/protected-numbers.tsx'),
)

const NoticeSettings = lazyPart(() => import('../features/notices/settings/notice-settings.tsx'))

const FieldSettings = lazyPart(() => import('../features/field-settings/field-settings.tsx'))

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: SettingsSearch,
  search: { middlewares: [stripSearchParams(SETTINGS_SEARCH_DEFAULTS)] },
  loader: ({ context }) => prefetch(() => context.queryClient.prefetchQuery(receiverSettingsQuery)),
  component: Settings,
})

Settings.preload = SettingsPage.preload

function Settings(): ReactNode {
  const { session } = Route.useRouteContext()
  return (
    <>
      <SettingsPage />
      {session.is_foreign && <FieldSettings />}
      <ProtectedNumbers />
      <NoticeSettings />
    </>
  )
}
