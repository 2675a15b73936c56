import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { useTimes } from '../../format/times.ts'
import { receiversHealthQuery } from '../receivers/queries/receivers-query.ts'
import { composeMessage } from './compose-message.ts'
import {
  type MessageEvent,
  readerName,
  readersOf,
  receiverNames,
  withRecovery,
} from './message-event.ts'
import { type ChosenMessage, MessagePanel, MessageText } from './message-panel.tsx'
import { MESSAGE_NOUNS } from './message-sections.ts'

export type EventsMessageProps = {
  list: FailedEventList
  /** Called when the message is opened: a group may have thousands. */
  events: () => MessageEvent[]
  /** Other events, which may show that a cause is gone. */
  evidence?: () => MessageEvent[]
}

export function EventsMessage({ list, events, evidence = none }: EventsMessageProps) {
  const [about] = useState(events)
  const [others] = useState(evidence)
  const [readers] = useState(() => readersOf(about))
  return (
    <MessagePanel hasOptions readers={readers}>
      {chosen => {
        const { audience } = chosen.options
        const ofReader = about.filter(event => readerName(event, audience) === chosen.reader.name)
        return <TextOfEvents {...chosen} list={list} events={ofReader} evidence={others} />
      }}
    </MessagePanel>
  )
}

const none = (): MessageEvent[] => []

type TextOfEventsProps = ChosenMessage & {
  list: FailedEventList
  events: MessageEvent[]
  evidence: MessageEvent[]
}

function TextOfEvents(props: TextOfEventsProps) {
  const { list, events, evidence, options, copiesAtOnce } = props
  const times = useTimes()
  const health = useQuery(receiversHealthQuery(receiverNames(events)))
  // If it can't be loaded, the message asks for a change that may have been made.
  if (health.isLoading) return <MessageText text={null} placeholder="Loading the message…" />
  const about = withRecovery(events, health.data ?? new Map())
  return (
    <MessageText
      key="loaded"
      text={composeMessage(about, MESSAGE_NOUNS[list], times, options, evidence)}
      copiesAtOnce={copiesAtOnce}
    />
  )
}
