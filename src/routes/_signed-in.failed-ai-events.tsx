import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '../ui/page-header.tsx'

export const Route = createFileRoute('/_signed-in/failed-ai-events')({
  component: () => <PageHeader title="Failed AI events" />,
})
