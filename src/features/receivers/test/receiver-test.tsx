import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReceiverTestResult } from '../../../../contract/receiver.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { testReceiver } from '../queries/receivers-query.ts'
import * as messages from './messages.ts'
import classes from './receiver-test.module.css'
import { TestButton } from './test-button.tsx'
import { type TestFinding, testFindings, testFix } from './test-messages.ts'

/** Tests a receiver and shows all that the test found. */
export function ReceiverTest({ receiver, url }: { receiver: string; url: string }) {
  const { test, isTesting, result, problem } = useReceiverTest(url)
  return (
    <section>
      <h3>{messages.receiverTest}</h3>
      <p className={classes.about}>{messages.whatTestDoes}</p>
      <TestButton receiver={receiver} size="sm" isTesting={isTesting} onTest={test} />
      <div role="status" className={classes.result}>
        {isTesting && <p className={classes.about}>{messages.testing(receiver)}</p>}
        {result && <Findings result={result} />}
        {problem && <p className={classes.problem}>{messages.notTested(problem)}</p>}
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
      <p className={classes.about}>{messages.testedAt(times.brief(result.at))}</p>
    </>
  )
}

const ICONS: Record<TestFinding['tone'], ReactNode> = {
  neutral: <IconCircleCheck size={18} aria-label={messages.passedLabel} />,
  wait: <IconAlertTriangle size={18} aria-label={messages.waitLabel} />,
  bad: <IconCircleX size={18} aria-label={messages.badLabel} />,
  'not-reached': <IconCircleDashed size={18} aria-label={messages.notReachedLabel} />,
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
