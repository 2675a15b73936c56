import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { useTimes } from '../../../format/times.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { refetchEventStates } from './event-states-query.ts'

type StatesNoticeProps = {
  list: FailedEventList
  /** When the states were loaded, in ms since 1970. */
  staleSince: number
}

/** Says above the rows that their states are old, because newer ones could not be loaded. */
export function StatesNotice({ list, staleSince }: StatesNoticeProps) {
  const queryClient = useQueryClient()
  const times = useTimes()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await refetchEventStates(queryClient, list)
    setRetrying(false)
  }
  return (
    <Notice tone="bad">
      The states of these events could not be updated. Last updated{' '}
      {times.brief(new Date(staleSince).toISOString())} {times.zone}.{' '}
      <PlainButton data-size="xs" isLoading={isRetrying} onClick={() => void retry()}>
        {uiMessages.tryAgain}
      </PlainButton>
    </Notice>
  )
}
