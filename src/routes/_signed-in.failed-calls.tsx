import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '../features/failed-events-page/list-route.tsx'

export const Route = createFileRoute('/_signed-in/failed-calls')(listRoute('call_events_fail'))
