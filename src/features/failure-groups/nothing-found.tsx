import { Button } from '@mantine/core'
import { IconCircleCheck, IconFilterOff } from '@tabler/icons-react'
import type { StateCounts } from '../../../contract/events.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import type { ListProps } from '../event/list/list-search.ts'
import * as messages from './messages.ts'

type NothingFoundProps = Pick<ListProps, 'list'> & {
  /** The counts of the events that match the search and the other filters. */
  counts: StateCounts
  /** Why other events may match; null if all are known. */
  obstacle: string | null
  onAllStates: () => void
  onClear: () => void
}

/** Says that no event matches the state, or the search and the other filters. */
export function NothingFound({ list, counts, obstacle, onAllStates, onClear }: NothingFoundProps) {
  if (counts.all === 0) {
    return (
      <EmptyState
        icon={<IconFilterOff size={22} aria-hidden />}
        title={obstacle === null ? messages.noMatchTitle : messages.noMatchYetTitle}
        message={obstacle ?? messages.noMatch}
      >
        <Button variant="default" size="sm" onClick={onClear}>
          {messages.showAllEvents}
        </Button>
      </EmptyState>
    )
  }
  const isDone = counts.missing === 0 && obstacle === null
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} aria-hidden />}
      title={
        obstacle !== null
          ? messages.noMatchYetTitle
          : isDone
            ? messages.nothingMissingTitle
            : messages.noneInStateTitle
      }
      message={
        obstacle ??
        (isDone ? messages.nothingMissing(list, counts) : messages.othersMatch(list, counts))
      }
    >
      <Button variant="default" size="sm" onClick={onAllStates}>
        {messages.showAll(counts)}
      </Button>
    </EmptyState>
  )
}
