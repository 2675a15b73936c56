import { Button } from '@mantine/core'
import { IconCircleCheck, IconFilterOff } from '@tabler/icons-react'
import { formatCount } from '../../format/numbers.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { ListProps } from '../event/list/list-search.ts'
import type { StateCounts } from '../range/event-index.ts'

type NothingFoundProps = Pick<ListProps, 'list'> & {
  /** The counts of the events that match the search and the other filters. */
  counts: StateCounts
  onAllStates: () => void
  onClear: () => void
}

/** Says that no event matches the state, or the search and the other filters. */
export function NothingFound({ list, counts, onAllStates, onClear }: NothingFoundProps) {
  const { one, many } = LIST_LABELS[list]
  if (counts.all === 0) {
    return (
      <EmptyState
        icon={<IconFilterOff size={22} aria-hidden />}
        title="No matching events"
        message="Try fewer words, or remove a filter."
      >
        <Button variant="default" size="sm" onClick={onClear}>
          Show all events
        </Button>
      </EmptyState>
    )
  }
  const all = formatCount(counts.all, one, many)
  const isDone = counts.missing === 0
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} aria-hidden />}
      title={isDone ? 'Nothing is missing' : 'No event is in this state'}
      message={
        isDone
          ? `Of ${all}, ${formatDone(counts)}.`
          : `${all} match the search and the other filters.`
      }
    >
      <Button variant="default" size="sm" onClick={onAllStates}>
        Show all {all}
      </Button>
    </EmptyState>
  )
}

/** "12 were delivered by a replay and 3 were marked as handled elsewhere" */
function formatDone({ delivered, handled }: StateCounts): string {
  const parts = [
    delivered > 0 && `${formatCount(delivered, 'was', 'were')} delivered by a replay`,
    handled > 0 && `${formatCount(handled, 'was', 'were')} marked as handled elsewhere`,
  ]
  return parts.filter(part => part !== false).join(' and ')
}
