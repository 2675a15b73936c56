import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ReceiverTestResult } from '../../../../contract/receiver.ts'
import { formatDayOf } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import * as messages from './messages.ts'
import classes from './receiver-test.module.css'
import { TestButton } from './test-button.tsx'
import { type TestFinding, testFindings, testFix } from './test-messages.ts'
import { useReceiverTest } from './use-receiver-test.ts'

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
        {testFindings(result, formatDayOf).map(({ title, tone, text }) => (
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
