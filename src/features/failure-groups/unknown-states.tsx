import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import type { StateCounts } from '../range/event-index.ts'
import { refetchEventStates } from '../replays/states/event-states-query.ts'
import * as messages from './messages.ts'

type UnknownStatesProps = {
  list: FailedEventList
  /** The counts of the events that match the search and the other filters. */
  counts: StateCounts
  onAllStates: () => void
}

/** In place of the rows of a state filter while the states could not be loaded. */
export function UnknownStates({ list, counts, onAllStates }: UnknownStatesProps) {
  const queryClient = useQueryClient()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await refetchEventStates(queryClient, list)
    setRetrying(false)
  }
  return (
    <ErrorState
      title={messages.statesNotLoadedTitle}
      message={messages.statesNotLoaded}
      onRetry={() => void retry()}
      isRetrying={isRetrying}
    >
      <Button variant="default" size="sm" onClick={onAllStates}>
        {messages.showAll(counts)}
      </Button>
    </ErrorState>
  )
}
