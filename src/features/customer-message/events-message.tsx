import { useState } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { useTimes } from '../../format/times.ts'
import { composeMessage } from './compose-message.ts'
import { MessagePanel } from './message-panel.tsx'
import { MESSAGE_NOUNS, type MessageEvent } from './message-sections.ts'

export type EventsMessageProps = {
  list: FailedEventList
  /** Called when the message is opened: a group may have thousands. */
  events: () => MessageEvent[]
}

/** The message about failed events. */
export function EventsMessage({ list, events }: EventsMessageProps) {
  const times = useTimes()
  const [about] = useState(events)
  return (
    <MessagePanel
      hasOptions
      compose={options => composeMessage(about, MESSAGE_NOUNS[list], times, options)}
    />
  )
}
