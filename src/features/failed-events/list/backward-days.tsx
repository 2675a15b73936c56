import { IconCalendarX } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** In place of a list whose last day is before its first. */
export function BackwardDays() {
  return (
    <EmptyState
      icon={<IconCalendarX size={22} aria-hidden />}
      title="These days run backwards"
      message="From is after To, so nothing was asked for. Choose other days above."
    />
  )
}
