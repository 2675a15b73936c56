import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { useTimes } from '../../format/times.ts'
import { FailedReadNotice } from '../request-errors/failed-read-notice.tsx'
import { composeRunMessage } from './compose-run-message.ts'
import { MessagePanel } from './message-panel.tsx'
import { MESSAGE_NOUNS } from './message-sections.ts'
import * as messages from './messages.ts'
import { runFailuresQuery } from './run-failures-query.ts'

export type RunMessageProps = {
  run: ReplayRunDetails
  /** Of the run, such as "on 21 November 2026". */
  days: string
}

/** The message about a replay run, with the events that failed again. */
export function RunMessage({ run, days }: RunMessageProps) {
  const times = useTimes()
  const query = useQuery({
    ...runFailuresQuery(useQueryClient(), run),
    enabled: run.counts.failed_again > 0,
    // While the run sends, the message stays as it was copied.
    placeholderData: before => before,
  })
  if (query.isLoading) return <p role="status">{messages.loadingFailures}</p>
  const failures = query.data ?? []
  return (
    <>
      {query.isError && <FailedReadNotice query={query}>{messages.withoutEvents}</FailedReadNotice>}
      <MessagePanel
        // The first copy must be complete.
        key={query.isError ? 'incomplete' : 'complete'}
        hasOptions={failures.length > 0}
        compose={options =>
          composeRunMessage({ run, days, failures }, MESSAGE_NOUNS[run.list], times, options)
        }
      />
    </>
  )
}
