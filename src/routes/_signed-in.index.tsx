import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { OverviewPage } from '../features/overview/overview-page.tsx'

const OverviewSearch = z.object({
  /** The days are shown as a table instead of a chart. */
  days: z.catch(z.optional(z.literal('table')), undefined),
})

export const Route = createFileRoute('/_signed-in/')({
  validateSearch: OverviewSearch,
  component: Overview,
  errorComponent: RouteFailure,
})

function Overview() {
  const { session } = Route.useRouteContext()
  const { days } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OverviewPage
      session={session}
      isTable={days === 'table'}
      onTable={isTable =>
        void navigate({ search: { days: isTable ? 'table' : undefined }, resetScroll: false })
      }
    />
  )
}
