/// <reference types="vite/client" />
import '@mantine/core/styles.css'
import { AppShell, MantineProvider, NavLink } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Blocklist } from './blocklist.tsx'
import { FailedCalls } from './failed-calls.tsx'

/** As Redial has them: a floor with fewer links would have less to draw. */
const PLACES = ['Overview', 'Failed calls', 'Failed AI events', 'Blocklist', 'Replays', 'Settings']

const root = createRootRoute({ component: Shell })

const failedCalls = createRoute({
  getParentRoute: () => root,
  path: '/failed-calls',
  component: Page,
})

const blocklist = createRoute({
  getParentRoute: () => root,
  path: '/blocklist',
  component: Blocklist,
})

const router = createRouter({ routeTree: root.addChildren([failedCalls, blocklist]) })
const queryClient = new QueryClient()

function Shell() {
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 208, breakpoint: 'sm' }} padding="md">
      <AppShell.Header p="md">Redial</AppShell.Header>
      <AppShell.Navbar p="md">
        {PLACES.map(name => (
          <NavLink
            key={name}
            label={name}
            component={Link}
            to={name === 'Blocklist' ? '/blocklist' : '/failed-calls'}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

function Page() {
  const search = new URLSearchParams(window.location.search)
  const part = (name: string) => search.get(name) ?? ''
  return <FailedCalls from={part('from')} until={part('until')} size={part('size')} />
}

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no place for the app')
createRoot(place).render(
  <MantineProvider>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
