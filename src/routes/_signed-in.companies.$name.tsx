import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { CalendarDate } from '../../contract/time/calendar-date.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

const Day = z.catch(z.optional(CalendarDate), undefined)

export const Route = createFileRoute('/_signed-in/companies/$name')({
  validateSearch: z.object({ from: Day, to: Day }),
  component: lazyPart(() => import('../features/company-page/company-page.tsx')),
})
