import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { UNKNOWN_RECEIVER } from '../../../contract/event/receiver-of.ts'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import { EVENTS_PATH, EventsPage, type NamedEvents } from '../../../contract/events.ts'
import type { FollowUpKey } from '../../../contract/follow-up.ts'
import { composeMessage, type ReplayNote } from '../../../contract/message/compose-message.ts'
import { canBeDisproved } from '../../../contract/message/describe-causes.ts'
import {
  type Audience,
  listedMessageEvent,
  type MessageEvent,
  type Reader,
  readerName,
  readersOf,
  receiverNames,
} from '../../../contract/message/message-event.ts'
import type { MessageOptions } from '../../../contract/message/message-sections.ts'
import type { Receiver } from '../../../contract/receiver.ts'
import { formatCount, formatNumber, plural } from '../../../contract/text/count.ts'
import { request } from '../../api/request.ts'
import { useTimes } from '../../format/times.ts'
import { Notice } from '../../ui/notice.tsx'
import { eventPayload } from '../event/event-json.ts'
import { listNoun } from '../event/list/list-labels.ts'
import { requestFullEvent, requestListedEvents } from '../event/request-events.ts'
import { useReceiversQuery, withRecovery } from '../receivers/queries/receivers-query.ts'
import { QueryFailure } from '../request-errors/request-failure.tsx'
import { sessionQuery } from '../session/session-query.ts'
import { LOADING_MESSAGE, MessagePanel, MessageText } from './message-panel.tsx'

export type CustomerMessageProps = {
  /** The events, or which ones of the gateway's copy. */
  events: MessageEvent[] | NamedEvents[]
  /** Events of the other list that the same reader misses, and whether a message has them unless a person leaves them out. */
  others?: { named: NamedEvents; areIncluded: boolean }
  note?: ReplayNote
  /** Whom it is for at first. Default: the customer. */
  audience?: Audience
  /** How many events of a replay there are, which the service may no longer list. */
  count?: number
}

/** A message about events, for the reader that a person chooses. */
export default function CustomerMessage({
  events,
  count,
  note,
  audience = 'customer',
  ...props
}: CustomerMessageProps) {
  // Each message is about the events as they were when it was opened.
  const id = useId()
  const [parts] = useState(events)
  const query = useQuery({
    queryKey: ['message-events', id],
    queryFn: async ({ signal }) => {
      const loaded = parts.map(one =>
        isNamed(one) ? loadMessageEvents(one, signal) : Promise.resolve([one]),
      )
      return (await Promise.all(loaded)).flat()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.error) return <QueryFailure query={query} />
  if (query.data === undefined) return <MessageText message={null} placeholder={LOADING_MESSAGE} />
  const about = query.data
  if (about.length === 0) return <p>None of these events is listed any more.</p>
  const readers = readersOf(about)
  const gone = count === undefined ? 0 : count - about.length
  return (
    <>
      {gone > 0 && (
        <Notice tone="wait">
          The service no longer lists {formatCount(gone, 'event', 'events')} of this replay, so the
          message leaves {plural(gone, 'it', 'them')} out.
        </Notice>
      )}
      <MessagePanel readers={readers} audience={audience}>
        {(reader, options) => (
          <TextFor
            key={`${options.audience} ${reader.name}`}
            {...props}
            // What a person called a replay for several readers may name the others. So may an event that is gone.
            note={
              gone === 0 && about.every(event => isOf(event, reader, options)) ? note : undefined
            }
            named={parts.filter(isNamed)}
            reader={reader}
            options={options}
            events={about.filter(event => isOf(event, reader, options))}
          />
        )}
      </MessagePanel>
    </>
  )
}

function isOf(event: MessageEvent, { name }: Reader, { audience }: MessageOptions): boolean {
  return readerName(event, audience) === name
}

function isNamed(named: MessageEvent | NamedEvents): named is NamedEvents {
  return 'from_date' in named
}

type TextForProps = Pick<CustomerMessageProps, 'others'> & {
  note: ReplayNote | undefined
  /** Where the events are in the gateway's copy. */
  named: NamedEvents[]
  events: MessageEvent[]
  reader: Reader
  options: MessageOptions
}

function TextFor({ named, events, reader, options, others, note }: TextForProps) {
  const times = useTimes()
  const receivers = useReceiversQuery()
  const { audience } = options
  const id = useId()
  const rest = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const details = useQuery({
    queryKey: ['message-details', id],
    queryFn: async ({ signal }) => {
      const sample = audience === 'operator' ? events.find(({ url }) => url !== null) : undefined
      // Without these, the message asks for a change that may have been made, or has no command.
      const [evidence, payload] = await Promise.all([
        loadEvidence(events, named, signal).catch(() => []),
        sample && loadPayload(sample, signal).catch(() => undefined),
      ])
      return { evidence, sample, payload }
    },
    ...rest,
  })
  const ofReader =
    audience === 'customer'
      ? { company: reader.name ?? UNKNOWN_COMPANY }
      : { receiver: reader.name ?? UNKNOWN_RECEIVER }
  const also = useQuery({
    queryKey: ['message-others', id],
    queryFn: ({ signal }) =>
      others ? loadMessageEvents({ ...others.named, ...ofReader }, signal) : [],
    ...rest,
  })
  const isSigned = useQuery({ ...sessionQuery, enabled: false }).data?.is_foreign !== true
  const [includes, setIncludes] = useState(others?.areIncluded ?? false)
  const areReceiversCurrent = receivers.isFetchedAfterMount || !receivers.isFetching
  if (!areReceiversCurrent || details.data === undefined) {
    return <MessageText message={null} placeholder={LOADING_MESSAGE} />
  }
  const { evidence, sample, payload } = details.data
  const own = events.map(event =>
    event === sample && payload !== undefined ? { ...event, payload } : event,
  )
  const all = includes ? [...own, ...(also.data ?? [])] : own
  const byName = receivers.data?.byName ?? new Map<string, Receiver>()
  const about = { times, options, evidence, note, isSigned }
  const message = composeMessage(withRecovery(all, byName), about)
  return (
    <>
      {others && (
        <Others list={others.named.list} query={also} isChecked={includes} onCheck={setIncludes} />
      )}
      <MessageText
        message={message}
        informs={audience === 'customer' ? informedAbout(all, reader, byName) : []}
        failures={all.flatMap(({ failedAt }) => failedAt ?? [])}
      />
    </>
  )
}

/** What a customer is told about: the receiver, if it is the only one and only this customer's, or the company. */
function informedAbout(
  events: MessageEvent[],
  { name }: Reader,
  receivers: ReadonlyMap<string, Receiver>,
): FollowUpKey[] {
  if (name === null) return []
  const company = { kind: 'company', value: name } as const
  const ofMessage = receiverNames(events).map(value => ({ kind: 'receiver' as const, value }))
  const [first, another] = ofMessage
  if (first === undefined || another || events.some(({ url }) => url === null)) {
    return [company, ...ofMessage]
  }
  const { companies = [] } = receivers.get(first.value) ?? {}
  return companies.length === 1 && companies[0] === name ? [first, company] : [company, first]
}

type OthersProps = {
  list: NamedEvents['list']
  query: { data: MessageEvent[] | undefined; isError: boolean }
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}

/** The events of the other list, which a message may have, too. */
function Others({ list, query: { data, isError }, isChecked, onCheck }: OthersProps) {
  const many = listNoun(list, 2)
  if (isError) return <p>Redial could not look for {many} of these days.</p>
  if (data === undefined) return <p role="status">Looking for {many} of these days…</p>
  if (data.length === 0) return null
  return (
    <Checkbox
      label={`Include ${formatNumber(data.length)} ${listNoun(list, data.length)} of these days`}
      checked={isChecked}
      onChange={({ currentTarget: { checked } }) => onCheck(checked)}
    />
  )
}

/** The newest ones show whether a cause is gone. */
const MAX_EVIDENCE = '100'

/** The events in the gateway's copy, once it has read all of their days. */
async function loadMessageEvents(named: NamedEvents, signal: AbortSignal): Promise<MessageEvent[]> {
  const events = await requestListedEvents(named, signal)
  return events.map(event => listedMessageEvent(named.list, event))
}

/** The newest events of the receivers whose causes may be gone. */
async function loadEvidence(
  events: MessageEvent[],
  named: NamedEvents[],
  signal: AbortSignal,
): Promise<MessageEvent[]> {
  const receivers = receiverNames(events.filter(canBeDisproved))
  const pages = named.flatMap(({ list, from_date, to_date }) =>
    receivers.map(async receiver => {
      const query = { list, from_date, to_date, receiver, state: 'all', page_size: MAX_EVIDENCE }
      const path = `${EVENTS_PATH}?${new URLSearchParams(query)}`
      const { results } = await request(EventsPage, path, { signal })
      return results.map(event => listedMessageEvent(list, event))
    }),
  )
  return (await Promise.all(pages)).flat()
}

/** The payload of an event, as the service lists it now; undefined if it is not there any more. */
async function loadPayload({ list, listed }: MessageEvent, signal: AbortSignal): Promise<unknown> {
  if (listed === null) return undefined
  const event = await requestFullEvent(list, listed, signal)
  return event === null ? undefined : eventPayload(event.text)
}
