import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ReceiverTestResult, type ReceiverTestStep } from '../../../../contract/receiver.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { formatDay } from '../../../../contract/time/day-text.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-messages.ts'
import { request } from '../../../api/request.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import classes from './receiver-test.module.css'

type ReceiverTestProps = {
  /** Its name, as `receiverName` makes it. */
  receiver: string
  url?: string
}

/** A button that tests a receiver, and the result, which is never refreshed because it is about one moment. */
export function ReceiverTest({ receiver, url = `https://${receiver}` }: ReceiverTestProps) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      request(ReceiverTestResult, '/gateway/receiver-probes', { method: 'POST', body: { url } }),
  })
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

/** A certificate that expires this soon needs to be renewed now. */
const EXPIRES_SOON_MS = 14 * 24 * 60 * 60 * 1_000

/** A test that succeeds is not good news: the receiver may still refuse each event. */
type TestSummary = { tone: 'neutral' | 'wait' | 'bad'; text: string }

/** What a test found and, if that is a problem, who can fix it and how. */
export function testSummary(result: ReceiverTestResult): TestSummary {
  const { failed_at, problem, at, certificate_valid_until: until } = result
  if (failed_at !== null && problem !== null) {
    // "refused the connection", "its certificate expired"
    const what = /^(its|the) /.test(problem) ? capitalise(problem) : `It ${problem}`
    return { tone: 'bad', text: `${what}. ${FIXES[failed_at]}` }
  }
  const { tone, text } = answer(result)
  if (until === null) return { tone, text }
  // In UTC, because it is the same day everywhere.
  const day = formatDay(new Date(until).toISOString().slice(0, 10))
  return Date.parse(until) - Date.parse(at) < EXPIRES_SOON_MS
    ? { tone: 'wait', text: `${text} Its certificate expires on ${day}. ${FIXES.certificate}` }
    : { tone, text: `${text} Its certificate is valid until ${day}.` }
}

const FIXES: Record<ReceiverTestStep, string> = {
  address: 'Ask the operator of the receiver for an https address on the public internet.',
  name: 'Ask the operator of the receiver whether the name is right, is still registered and has a public address.',
  proxy:
    'Ask the operator of Redial to check the proxy (RECEIVER_PROXY) and which hosts it allows.',
  connection:
    'Ask the operator of the receiver whether it is running and accepts connections from the internet.',
  certificate:
    'Ask the operator of the receiver to renew or fix its certificate. Nothing is sent while it is invalid.',
  answer:
    'Ask the operator of the receiver whether it has a problem. An event sent now would most likely fail too.',
}

function answer({ status, duration_ms: ms }: ReceiverTestResult): TestSummary {
  const text = `It answered in ${ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`}`
  if (status !== null && status >= 300 && status < 400) {
    return {
      tone: 'wait',
      text: `${text} (${status}), but redirects to another address. Events don’t follow redirects.`,
    }
  }
  if (status !== null && status >= 500) {
    return { tone: 'wait', text: `${text}, but with ${status}: an error on its side.` }
  }
  const withStatus = status === null || status === 200 ? '' : `, with ${status}`
  // The test sends no event.
  const reachable = 'Reachable. Only a replay shows whether it accepts events.'
  return { tone: 'neutral', text: `${reachable} ${text}${withStatus}.` }
}
