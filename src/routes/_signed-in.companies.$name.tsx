import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { CalendarDate } from '../../contract/time/calendar-date.ts'
import { lastDays } from '../features/failed-events/date-range/date-presets.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import { useTimes } from '../format/times.ts'

const CompanyPage = lazyPart(() => import('../features/company-page/company-page.tsx'))

const Day = z.catch(z.optional(CalendarDate), undefined)

export const Route = createFileRoute('/_signed-in/companies/$name')({
  validateSearch: z.object({ from: Day, to: Day }),
  component: Company,
  errorComponent: RouteFailure,
})

Company.preload = CompanyPage.preload

function Company() {
  const { name } = Route.useParams()
  const { from, to } = Route.useSearch()
  const recent = lastDays(7)(useTimes().today())
  const isRange = from !== undefined && to !== undefined && from <= to
  const navigate = Route.useNavigate()
  return (
    <CompanyPage
      name={name}
      range={isRange ? { from, to } : recent}
      onRange={search => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
