import { Button } from '@mantine/core'
import { IconCircleCheck, IconFilterOff } from '@tabler/icons-react'
import type { StateCounts } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { useTimes } from '../../format/times.ts'
import { EmptyState } from '../../ui/states/states.tsx'
import { listNoun } from '../event/list/list-labels.ts'
import { NO_FILTERS } from '../event/list/list-search.ts'
import { useList } from '../event/list/use-list.tsx'
import { lastDays } from '../failed-events/date-range/date-presets.ts'

type NothingFoundProps = {
  /** The counts of the events that match the search and the other filters. */
  counts: StateCounts
  /** Why other events may match; null if all are known. */
  obstacle: string | null
}

/** Says that no event matches the state, or the search and the other filters. */
export function NothingFound({ counts, obstacle }: NothingFoundProps) {
  const { list, search, change } = useList()
  const today = useTimes().today()
  if (counts.all === 0) {
    return (
      <EmptyState
        icon={<IconFilterOff size={22} aria-hidden />}
        title={obstacle === null ? 'No matching events' : NO_MATCH_YET}
        message={obstacle ?? 'Try fewer words, or remove a filter.'}
      >
        <Button onClick={() => change({ ...NO_FILTERS, q: undefined, state: 'all' })}>
          Show all events
        </Button>
        {wider(search.to).from < search.from && (
          <Button
            onClick={() => change({ ...wider(today), from_time: undefined, to_time: undefined })}
          >
            Search the last 30 days
          </Button>
        )}
      </EmptyState>
    )
  }
  const isDone = counts.missing === 0 && obstacle === null
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} aria-hidden />}
      title={
        obstacle !== null
          ? NO_MATCH_YET
          : isDone
            ? 'Nothing is missing'
            : 'No event is in this state'
      }
      message={
        obstacle ??
        (isDone
          ? nothingMissing(list, counts)
          : `${formatAll(list, counts)} match the search and the other filters.`)
      }
    >
      <Button onClick={() => change({ state: 'all' })}>
        {counts.all === 1 ? 'Show it' : `Show all ${formatNumber(counts.all)}`}
      </Button>
    </EmptyState>
  )
}

/** For a person who doesn't know on which day an event failed. */
const wider = lastDays(30)

const NO_MATCH_YET = 'No matching events so far'

/** "Of 15 failed calls, 12 were delivered by a replay and 3 were marked as handled elsewhere." */
function nothingMissing(list: FailedEventList, counts: StateCounts): string {
  const { delivered, handled, all } = counts
  if (all === 1) {
    const what = delivered === 1 ? 'delivered by a replay' : 'marked as handled elsewhere'
    return `The only match was ${what}.`
  }
  const parts = [
    delivered > 0 && `${formatCount(delivered, 'was', 'were')} delivered by a replay`,
    handled > 0 && `${formatCount(handled, 'was', 'were')} marked as handled elsewhere`,
  ]
  return `Of ${formatAll(list, counts)}, ${parts.filter(part => part !== false).join(' and ')}.`
}

function formatAll(list: FailedEventList, { all }: StateCounts): string {
  return `${formatNumber(all)} ${listNoun(list, all)}`
}
