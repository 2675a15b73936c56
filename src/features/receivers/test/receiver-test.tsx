import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconPlugConnected,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReceiverTestResult } from '../../../../contract/receiver.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { testReceiver } from '../queries/receivers-query.ts'
import checkClasses from './receiver-check.module.css'
import classes from './receiver-test.module.css'
import { type TestFinding, testFindings, testFix, testSummary } from './test-messages.ts'

const notTested = (problem: string) => `Not tested. ${problem}`

export function ReceiverTest({ receiver, url }: { receiver: string; url: string }) {
  const { test, isTesting, result, problem } = useReceiverTest(url)
  return (
    <section>
      <h3>Receiver test</h3>
      <p className={classes.about}>
        A test looks the receiver up, checks its certificate and waits for an answer. It sends no
        event.
      </p>
      <TestButton receiver={receiver} isTesting={isTesting} onTest={test} />
      <div role="status" className={classes.result}>
        {isTesting && <p className={classes.about}>Testing {shownReceiver(receiver)}…</p>}
        {result && <Findings result={result} />}
        {problem && <p className={classes.problem}>{notTested(problem)}</p>}
      </div>
    </section>
  )
}

function Findings({ result }: { result: ReceiverTestResult }) {
  const times = useTimes()
  const fix = testFix(result)
  return (
    <>
      <dl className={classes.findings}>
        {testFindings(result).map(({ title, tone, text }) => (
          <div key={title} data-tone={tone}>
            <dt>
              {ICONS[tone]}
              {title}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {fix && <p className={classes.fix}>{fix}</p>}
      <p className={classes.about}>Tested at {times.brief(result.at)}.</p>
    </>
  )
}

const ICONS: Record<TestFinding['tone'], ReactNode> = {
  neutral: <IconCircleCheck size={18} aria-label="Passed:" />,
  wait: <IconAlertTriangle size={18} aria-label="Warning:" />,
  bad: <IconCircleX size={18} aria-label="Failed:" />,
  'not-reached': <IconCircleDashed size={18} aria-label="Not tested:" />,
}

/** Tests a receiver on request. The result is about one moment, so it is never refreshed automatically. */
export function useReceiverTest(url: string) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => testReceiver(url) })
  return {
    test: () => mutate(),
    isTesting: isPending,
    result: isPending ? undefined : data,
    /** Why it could not be tested, which says nothing about the receiver; null where it could. */
    problem: isPending || error === null ? null : describeProblem(error),
  }
}

function describeProblem(error: Error): string {
  // The gateway's own sentence says best when to try again.
  if (error instanceof ApiError && error.kind === 'throttled' && error.detail) return error.detail
  return errorText(error)
}

type TestButtonProps = {
  receiver: string
  isTesting: boolean
  onTest: () => void
}

export function TestButton({ receiver, isTesting, onTest }: TestButtonProps) {
  return (
    <PlainButton
      data-size="xs"
      aria-label={`Test receiver ${shownReceiver(receiver)}`}
      isLoading={isTesting}
      onClick={onTest}
      icon={<IconPlugConnected size={16} aria-hidden />}
    >
      Test receiver
    </PlainButton>
  )
}

type ReceiverCheckProps = {
  /** Its name, as `receiverName` makes it. */
  receiver: string
}

/** A button that tests one receiver, and the result in one line, for a row or a cell. */
export function ReceiverCheck({ receiver }: ReceiverCheckProps) {
  const { test, isTesting, result, problem } = useReceiverTest(`https://${receiver}`)
  const summary = result && testSummary(result)
  return (
    <div className={checkClasses.check}>
      <TestButton receiver={receiver} isTesting={isTesting} onTest={test} />
      <p className={checkClasses.found} role="status">
        {summary && <span data-tone={summary.tone}>{summary.text}</span>}
        {problem && <span data-tone="wait">{notTested(problem)}</span>}
      </p>
    </div>
  )
}
