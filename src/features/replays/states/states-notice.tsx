import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { type EventStatesResult, refetchEventStates } from './event-states-query.ts'

type StatesNoticeProps = {
  list: FailedEventList
  ofStates: Pick<EventStatesResult, 'hasFailed' | 'staleSince'>
}

/** Says above the rows that their states are unknown or old, because they could not be loaded. */
export function StatesNotice({ list, ofStates: { hasFailed, staleSince } }: StatesNoticeProps) {
  const queryClient = useQueryClient()
  const times = useTimes()
  const [isRetrying, setRetrying] = useState(false)
  if (!hasFailed && staleSince === null) return null
  const retry = async () => {
    setRetrying(true)
    await refetchEventStates(queryClient, list)
    setRetrying(false)
  }
  return (
    <Notice tone="bad">
      {staleSince === null
        ? 'The states of these events could not be loaded, so it is unknown which of them are still missing.'
        : `The states of these events could not be updated. Last updated ${times.brief(new Date(staleSince).toISOString())} ${times.zone}.`}{' '}
      <PlainButton data-size="xs" isLoading={isRetrying} onClick={() => void retry()}>
        Try again
      </PlainButton>
    </Notice>
  )
}
