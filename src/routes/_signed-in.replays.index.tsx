import { createFileRoute } from '@tanstack/react-router'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const Route = createFileRoute('/_signed-in/replays/')({
  component: Replays,
  errorComponent: RouteFailure,
})

function Replays() {
  return <PageHeader title="Replays">What was sent again, by whom, and what came of it.</PageHeader>
}
