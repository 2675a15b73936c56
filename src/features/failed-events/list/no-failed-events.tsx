import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { formatDay } from '../../../../contract/time/day-text.ts'
import { formatDateRange } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { widerRanges } from '../date-range/date-presets.ts'

export function NoFailedEvents(props: {
  list: FailedEventList
  range: DateRange
  onRange: (range: DateRange) => void
}) {
  const { list, range, onRange } = props
  const times = useTimes()
  const wider = widerRanges(range, times.today())
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} aria-hidden />}
      title={`No ${LIST_LABELS[list].many} ${formatDateRange(range)}`}
      message={`The service lists none from ${formatDay(range.from)}, 00:00, to ${formatDay(addDays(range.to, 1))}, 00:00 (${times.zone}). Deliveries that are still being retried don’t count as failed yet.`}
    >
      {wider.map(({ label, range: longer }) => (
        <Button key={label} variant="default" size="sm" onClick={() => onRange(longer)}>
          {label}
        </Button>
      ))}
    </EmptyState>
  )
}
