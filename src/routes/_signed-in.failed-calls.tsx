import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '../ui/page-header.tsx'

export const Route = createFileRoute('/_signed-in/failed-calls')({
  component: () => <PageHeader title="Failed calls" />,
})
