import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-messages.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { testReceiver } from '../queries/receivers-query.ts'
import classes from './receiver-test.module.css'
import { testSummary } from './test-messages.ts'

type ReceiverTestProps = {
  /** Its name, as `receiverName` makes it. */
  receiver: string
  url?: string
}

/** A button that tests a receiver, and the result, which is never refreshed because it is about one moment. */
export function ReceiverTest({ receiver, url = `https://${receiver}` }: ReceiverTestProps) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => testReceiver(url) })
  const summary = data && testSummary(data)
  return (
    <div className={classes.test}>
      <PlainButton
        data-size="xs"
        aria-label={`Test receiver ${shownReceiver(receiver)}`}
        isLoading={isPending}
        onClick={() => mutate()}
        icon={<IconPlugConnected size={16} aria-hidden />}
      >
        Test receiver
      </PlainButton>
      <p className={classes.result} role="status">
        {summary && <span data-tone={summary.tone}>{summary.text}</span>}
        {error && <span data-tone="wait">Not tested. {describeProblem(error)}</span>}
      </p>
    </div>
  )
}

function describeProblem(error: Error): string {
  // The gateway's own sentence says best when to try again.
  if (error instanceof ApiError && error.kind === 'throttled' && error.detail) return error.detail
  return errorText(error)
}
