import { createFileRoute } from '@tanstack/react-router'
import { ReportSearch } from '../features/report/report-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'

const ReportPage = lazyPart(() => import('../features/report/report-page.tsx'), { title: 'Report' })

export const Route = createFileRoute('/_signed-in/report')({
  validateSearch: ReportSearch,
  component: ReportOf,
  errorComponent: RouteFailure,
})

ReportOf.preload = ReportPage.preload

function ReportOf() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReportPage
      search={search}
      onSearch={change =>
        void navigate({
          search: newest => ({ ...newest, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
