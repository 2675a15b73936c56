import { IconCalendarX } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

export function InvalidDateRange() {
  return (
    <EmptyState
      icon={<IconCalendarX size={22} aria-hidden />}
      title="Invalid date range"
      message="The start must be on or before the end. Choose other days above."
    />
  )
}
