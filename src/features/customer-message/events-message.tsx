import { skipToken, useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { composeMessage } from '../../../contract/message/compose-message.ts'
import {
  type MessageEvent,
  readerName,
  readersOf,
} from '../../../contract/message/message-event.ts'
import { MESSAGE_NOUNS } from '../../../contract/message/message-sections.ts'
import { useTimes } from '../../format/times.ts'
import type { ListPage } from '../event/list/list-search.ts'
import { useKnownReceivers, withRecovery } from '../receivers/queries/receivers-query.ts'
import { QueryFailure } from '../request-errors/request-failure.tsx'
import { type ChosenMessage, MessagePanel, MessageText } from './message-panel.tsx'

export type ListedMessageEvent = MessageEvent & {
  /** The page of the service with the payload, if it is not known yet. */
  listed?: { key: string; page: ListPage }
}

export type EventsMessageProps = {
  list: FailedEventList
  /** Called when the message is opened: a group may have thousands. */
  events: () => ListedMessageEvent[] | Promise<ListedMessageEvent[]>
  /** Other events, which may show that a cause is gone. */
  evidence?: () => Promise<MessageEvent[]>
  /** Loads the payload of an event that has none; undefined if it is not there any more. */
  loadPayload?: (event: ListedMessageEvent) => Promise<unknown>
}

export function EventsMessage(props: EventsMessageProps) {
  const { list, events, evidence = none, loadPayload } = props
  // Each message is about the events as they were when it was opened.
  const id = useId()
  const query = useQuery({
    queryKey: ['message-events', id],
    queryFn: async () => ({ events: await events(), evidence: await evidence() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.error) return <QueryFailure query={query} />
  if (query.data === undefined) return <MessageText text={null} placeholder={LOADING} />
  const { events: about, evidence: others } = query.data
  return <MessageAbout {...{ list, about, others, loadPayload }} />
}

const LOADING = 'Loading the message…'

type MessageAboutProps = {
  list: FailedEventList
  about: ListedMessageEvent[]
  others: MessageEvent[]
  loadPayload: EventsMessageProps['loadPayload']
}

function MessageAbout({ list, about, others, loadPayload }: MessageAboutProps) {
  const readers = useMemo(() => readersOf(about), [about])
  return (
    <MessagePanel hasOptions readers={readers}>
      {chosen => {
        const { audience } = chosen.options
        const ofReader = about.filter(event => readerName(event, audience) === chosen.reader.name)
        return (
          <TextOfEvents
            {...chosen}
            {...{ list, loadPayload }}
            events={ofReader}
            evidence={others}
          />
        )
      }}
    </MessagePanel>
  )
}

const none = async (): Promise<MessageEvent[]> => []

type TextOfEventsProps = ChosenMessage & {
  list: FailedEventList
  events: ListedMessageEvent[]
  evidence: MessageEvent[]
  loadPayload: EventsMessageProps['loadPayload']
}

function TextOfEvents(props: TextOfEventsProps) {
  const { list, events, evidence, options, copiesAtOnce, loadPayload } = props
  const times = useTimes()
  const receivers = useKnownReceivers()
  const sample =
    options.audience === 'operator' ? events.find(({ url }) => url !== null) : undefined
  const payload = useQuery({
    queryKey: ['message-payload', sample],
    queryFn: sample && loadPayload ? async () => (await loadPayload(sample)) ?? null : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // If these can't be loaded, the message asks for a change that may have been made, or has no command.
  const areCurrent = receivers.isFetchedAfterMount || !receivers.isFetching
  if (!areCurrent || payload.isLoading) return <MessageText text={null} placeholder={LOADING} />
  const about = withRecovery(
    events.map(event =>
      event === sample && payload.data != null ? { ...event, payload: payload.data } : event,
    ),
    receivers.data?.byName ?? new Map(),
  )
  return (
    <MessageText
      key="loaded"
      text={composeMessage(about, MESSAGE_NOUNS[list], times, options, evidence)}
      copiesAtOnce={copiesAtOnce}
    />
  )
}
