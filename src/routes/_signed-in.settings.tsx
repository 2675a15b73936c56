import { createFileRoute } from '@tanstack/react-router'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const Route = createFileRoute('/_signed-in/settings')({
  component: Settings,
  errorComponent: RouteFailure,
})

function Settings() {
  return (
    <PageHeader title="Settings">Where events go that name no receiver of their own.</PageHeader>
  )
}
