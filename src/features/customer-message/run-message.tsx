import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { composeRunMessage } from './compose-run-message.ts'
import { MessagePanel } from './message-panel.tsx'

export type RunMessageProps = {
  run: ReplayRunDetails
  /** Of the run, such as "on 21 November 2026". */
  days: string
}

/** The message about a replay run. */
export function RunMessage({ run, days }: RunMessageProps) {
  return (
    <MessagePanel
      hasOptions={false}
      compose={() => composeRunMessage(run, LIST_LABELS[run.list], days)}
    />
  )
}
