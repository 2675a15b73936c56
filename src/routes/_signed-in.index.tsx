import { createFileRoute } from '@tanstack/react-router'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const Route = createFileRoute('/_signed-in/')({
  component: Overview,
  errorComponent: RouteFailure,
})

function Overview() {
  return (
    <PageHeader title="Overview">What failed lately, and what is being done about it.</PageHeader>
  )
}
