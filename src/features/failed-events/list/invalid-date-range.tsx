import { IconCalendarX } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import * as messages from '../messages.ts'

/** Shown instead of a list whose last day is before its first. */
export function InvalidDateRange() {
  return (
    <EmptyState
      icon={<IconCalendarX size={22} aria-hidden />}
      title={messages.invalidDateRange}
      message={messages.fromMustBeBeforeTo}
    />
  )
}
