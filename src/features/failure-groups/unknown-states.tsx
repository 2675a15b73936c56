import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount } from '../../format/numbers.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { refetchEventStates } from '../replays/states/event-states-query.ts'

type UnknownStatesProps = {
  list: FailedEventList
  /** The number of events that match the search and the other filters. */
  count: number
  onAllStates: () => void
}

/** In place of the rows of a state filter while the states could not be loaded. */
export function UnknownStates({ list, count, onAllStates }: UnknownStatesProps) {
  const queryClient = useQueryClient()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await refetchEventStates(queryClient, list)
    setRetrying(false)
  }
  const { one, many } = LIST_LABELS[list]
  return (
    <ErrorState
      title="The states could not be loaded"
      message="It is unknown which events are in this state. Try again, or look at all of them."
      onRetry={() => void retry()}
      isRetrying={isRetrying}
    >
      <Button variant="default" size="sm" onClick={onAllStates}>
        Show all {formatCount(count, one, many)}
      </Button>
    </ErrorState>
  )
}
