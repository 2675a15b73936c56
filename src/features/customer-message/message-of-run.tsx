import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { useTimes } from '../../format/times.ts'
import { receiversHealthQuery } from '../receivers/queries/receivers-health-query.ts'
import { FailedReadNotice } from '../request-errors/request-notices.tsx'
import { composeRunMessage } from './compose-run-message.ts'
import { type Readers, receiverNames, withRecovery } from './message-event.ts'
import { type ChosenMessage, MessagePanel } from './message-panel.tsx'
import { MESSAGE_NOUNS } from './message-sections.ts'
import { MessageText } from './message-text.tsx'
import * as messages from './messages.ts'
import { runCompaniesQuery, runFailuresQuery, runPartQuery } from './run-failures-query.ts'

export type RunMessageProps = {
  run: ReplayRunDetails
  /** Of the run, such as "on 21 November 2026". */
  days: string
}

/** The message about a replay run, with the events that failed again. */
export function RunMessage({ run: current, days }: RunMessageProps) {
  // While the run sends, the message stays as it was copied.
  const [run] = useState(current)
  const companies = useQuery(runCompaniesQuery(run))
  if (companies.isError) {
    return <FailedReadNotice query={companies}>{messages.notLoaded}</FailedReadNotice>
  }
  if (companies.data === undefined) return <p role="status">{messages.loadingMessage}</p>
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
  const health = useQuery(receiversHealthQuery(receiverNames(failures)))
  if (details.isError) {
    return <FailedReadNotice query={details}>{messages.notLoaded}</FailedReadNotice>
  }
  if (
    details.data === undefined ||
    failed.isLoading ||
    health.isLoading ||
    health.isPlaceholderData
  ) {
    return <MessageText text={null} placeholder={messages.loadingMessage} />
  }
  if (
    audience === 'customer' &&
    new Set(failures.flatMap(({ company }) => company ?? [])).size > 1
  ) {
    return <p role="alert">{messages.severalCompanies}</p>
  }
  const about = {
    run: details.data,
    company: audience === 'customer' ? reader.name : null,
    days,
    failures: withRecovery(failures, health.data ?? new Map()),
  }
  return (
    <>
      {failed.isError && (
        <FailedReadNotice query={failed}>{messages.withoutEvents}</FailedReadNotice>
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

function countOf(counts: ReplayRunDetails['counts']): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
