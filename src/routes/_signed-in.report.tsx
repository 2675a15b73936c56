import { createFileRoute } from '@tanstack/react-router'
import { ReportSearch } from '../features/report/report-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

export const Route = createFileRoute('/_signed-in/report')({
  validateSearch: ReportSearch,
  component: lazyPart(() => import('../features/report/report-page.tsx'), { title: 'Report' }),
})
