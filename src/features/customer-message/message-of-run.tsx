import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readEvent } from '../../../contract/fields/read-event.ts'
import { messageEvent, type Readers } from '../../../contract/message/message-event.ts'
import { MESSAGE_NOUNS } from '../../../contract/message/message-sections.ts'
import {
  MAX_PAYLOADS_ASKED_FOR,
  ReplayItemPage,
  ReplayPayloads,
  type ReplayRun,
  ReplayRunDetails,
  type ReplayRunItem,
} from '../../../contract/replay.ts'
import { ReplayRunCompanies, type ReplayRunPart } from '../../../contract/replay-part.ts'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import { request } from '../../api/request.ts'
import { useTimes } from '../../format/times.ts'
import { useKnownReceivers, withRecovery } from '../receivers/queries/receivers-query.ts'
import { FailedReadNotice } from '../request-errors/request-notices.tsx'
import { serviceFieldsQuery } from '../service-fields/service-fields-query.ts'
import { composeRunMessage } from './compose-run-message.ts'
import { type ChosenMessage, MessagePanel, MessageText } from './message-panel.tsx'

export type RunMessageProps = {
  run: ReplayRunDetails
  /** The days of the run, such as "on 21 November 2026". */
  days: string
}

export function RunMessage({ run: current, days }: RunMessageProps) {
  // While the run sends, the message stays as it was copied.
  const [run] = useState(current)
  const companies = useQuery(runCompaniesQuery(run))
  if (companies.isError) {
    return <FailedReadNotice query={companies}>The message could not be written.</FailedReadNotice>
  }
  if (companies.data === undefined) return <p role="status">Loading the message…</p>
  const readers: Readers = {
    customer: companies.data.map(({ company, counts }) => ({
      name: company,
      count: countOf(counts),
    })),
    // The operators of the others have nothing to do.
    operator: run.receivers
      .filter(({ counts }) => counts.failed_again > 0)
      .map(({ receiver, counts }) => ({ name: receiver, count: countOf(counts) })),
  }
  return (
    <MessagePanel readers={readers} hasOptions={run.counts.failed_again > 0}>
      {chosen => <TextOfRun {...chosen} run={run} days={days} />}
    </MessagePanel>
  )
}

function TextOfRun({ run, days, reader, options, copiesAtOnce }: RunMessageProps & ChosenMessage) {
  const times = useTimes()
  const { audience } = options
  const name = reader.name ?? ''
  const part = audience === 'customer' ? { company: name } : { receiver: name }
  const details = useQuery(runPartQuery(run, part))
  const failed = useQuery({
    ...runFailuresQuery(useQueryClient(), run, part),
    enabled: run.counts.failed_again > 0,
  })
  const failures = failed.data ?? []
  const receivers = useKnownReceivers()
  if (details.isError) {
    return <FailedReadNotice query={details}>The message could not be written.</FailedReadNotice>
  }
  if (
    details.data === undefined ||
    failed.isLoading ||
    (receivers.isFetching && !receivers.isFetchedAfterMount)
  ) {
    return <MessageText text={null} placeholder="Loading the message…" />
  }
  if (
    audience === 'customer' &&
    new Set(failures.flatMap(({ company }) => company ?? [])).size > 1
  ) {
    return (
      <p role="alert">
        This replay is from before an update and doesn’t say which events belong to which company.
        Copy a message for each event instead.
      </p>
    )
  }
  const about = {
    run: hasOneReader(run, audience) ? details.data : withoutNote(details.data),
    company: audience === 'customer' ? reader.name : null,
    days,
    failures: withRecovery(failures, receivers.data?.byName ?? new Map()),
  }
  return (
    <>
      {failed.isError && (
        <FailedReadNotice query={failed}>The message doesn’t name the events.</FailedReadNotice>
      )}
      <MessageText
        // The first copy must be complete.
        key={failed.isError ? 'incomplete' : 'complete'}
        text={composeRunMessage(about, MESSAGE_NOUNS[run.list], times, options)}
        copiesAtOnce={copiesAtOnce}
      />
    </>
  )
}

function hasOneReader(run: ReplayRunDetails, audience: 'customer' | 'operator'): boolean {
  return audience === 'customer'
    ? run.some_companies.length === 1 && run.further_companies === 0
    : run.receivers.length === 1 && run.further_receivers === 0
}

/** The name and the reason of a replay for several readers may name the others. */
function withoutNote<Run extends Pick<ReplayRunDetails, 'name' | 'reason'>>(run: Run): Run {
  return { ...run, name: null, reason: null }
}

function countOf(counts: ReplayRunDetails['counts']): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

/** As many events as a page has: their causes are those of nearly all runs. */
const MAX_EVENTS = 100

type Run = Pick<ReplayRun, 'id' | 'list' | 'counts'>

export function runCompaniesQuery({ id, counts }: Run) {
  return queryOptions({
    queryKey: ['replay-run-companies', id, counts],
    queryFn: async ({ signal }) =>
      (await request(ReplayRunCompanies, `/gateway/replays/${id}/companies`, { signal })).results,
  })
}

export function runPartQuery({ id, counts }: Run, part: ReplayRunPart) {
  return queryOptions({
    queryKey: ['replay-run-part', id, counts, part],
    queryFn: ({ signal }) =>
      request(ReplayRunDetails, `/gateway/replays/${id}?${new URLSearchParams(part)}`, { signal }),
  })
}

/**
 * The first events of a part of a run that failed again, for a message. The payloads, which name the calls, are
 * those of the events that the message lists.
 */
export function runFailuresQuery(client: QueryClient, run: Run, part: ReplayRunPart) {
  const { id, list, counts } = run
  return queryOptions({
    queryKey: ['replay-run-failures', id, counts.failed_again, part],
    queryFn: async ({ signal }) => {
      const page = new URLSearchParams({
        page: '1',
        page_size: String(MAX_EVENTS),
        state: 'failed_again',
        ...part,
      })
      const path = `/gateway/replays/${id}`
      const { results } = await request(ReplayItemPage, `${path}/items?${page}`, { signal })
      const items = results.toSorted((one, other) =>
        (failedAt(one) ?? '').localeCompare(failedAt(other) ?? ''),
      )
      const ids = items.slice(0, MAX_PAYLOADS_ASKED_FOR).map(item => ['event_id', item.event_id])
      const payloads =
        ids.length === 0
          ? []
          : (
              await request(ReplayPayloads, `${path}/payloads?${new URLSearchParams(ids)}`, {
                signal,
              })
            ).results
      const texts = new Map(payloads.map(({ event_id, payload }) => [event_id, payload]))
      const toCall = await callReader(client, list)
      return items.map(item => {
        const text = texts.get(item.event_id)
        const payload = text === undefined ? undefined : (jsonInside(text) ?? text)
        const event = messageEvent(
          { call: toCall(payload), failed_at: failedAt(item) },
          { failure: item.attempts.at(-1) ?? null, url: item.receiver_url, payload },
        )
        const { company, caller } = event
        return {
          ...event,
          company: company ?? item.call?.company ?? null,
          caller: caller ?? item.call?.caller_number ?? null,
        }
      })
    },
  })
}

function failedAt({ attempts }: ReplayRunItem): string | null {
  return attempts.at(-1)?.at ?? null
}

/** Reads the fields of a call, which have other names at a foreign service. */
async function callReader(client: QueryClient, list: ReplayRun['list']) {
  const fields = (await client.fetchQuery(serviceFieldsQuery)).find(one => one.list === list)
  return (payload: unknown) =>
    fields === undefined
      ? payload
      : readEvent({ request_json: payload }, { map: fields.map, zone: 'UTC' }).call
}
