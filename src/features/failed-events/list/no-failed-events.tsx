import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { formatDay } from '../../../../contract/time/day-text.ts'
import { formatDateRange } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { useList } from '../../event/list/use-list.tsx'
import { widerRanges } from '../date-range/date-presets.ts'

export default function NoFailedEvents() {
  const { list, search, change } = useList()
  const times = useTimes()
  const today = times.today()
  const isAhead = search.from > today
  const wider = widerRanges(search, today)
  return (
    <EmptyState
      icon={isAhead ? undefined : <IconCircleCheck size={22} aria-hidden />}
      title={`No ${LIST_LABELS[list].many} ${formatDateRange(search)}`}
      message={
        isAhead
          ? `Today is ${formatDay(today)}, so nothing can have failed yet.`
          : `The service lists none from ${formatDay(search.from)}, 00:00, to ${formatDay(addDays(search.to, 1))}, 00:00 (${times.zone}). Deliveries that are still being retried don’t count as failed yet.`
      }
    >
      {wider.map(({ label, range }) => (
        <Button key={label} onClick={() => change(range)}>
          {label}
        </Button>
      ))}
    </EmptyState>
  )
}
