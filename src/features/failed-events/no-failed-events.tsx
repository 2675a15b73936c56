import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { addDays } from '../../../contract/calendar-date.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useTimes } from '../session/times.ts'
import { lastDays } from './date-presets.ts'
import type { DateRange } from './list-search.ts'
import { dayWords, LIST_WORDS, rangeWords } from './list-words.ts'

/** Longer looks back, of which those that reach further than the range are offered. */
const WIDER = [7, 30]

export function NoFailedEvents(props: {
  list: FailedEventList
  range: DateRange
  onRange: (range: DateRange) => void
}) {
  const { list, range, onRange } = props
  const times = useTimes()
  const wider = WIDER.map(days => ({ days, range: lastDays(days)(times.today()) })).filter(
    ({ range: longer }) => longer.from < range.from,
  )
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} aria-hidden />}
      title={`No ${LIST_WORDS[list].many} ${rangeWords(range)}`}
      message={`The service was asked for ${dayWords(range.from)}, 00:00, up to ${dayWords(addDays(range.to, 1))}, 00:00 (${times.zone}), and has none. Deliveries that are still being retried don’t count as failed yet.`}
    >
      {wider.map(({ days, range: longer }) => (
        <Button key={days} variant="default" size="sm" onClick={() => onRange(longer)}>
          Look at the last {days} days
        </Button>
      ))}
    </EmptyState>
  )
}
