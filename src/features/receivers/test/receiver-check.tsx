import * as messages from './messages.ts'
import checkClasses from './receiver-check.module.css'
import { useReceiverTest } from './receiver-test.tsx'
import { TestButton } from './test-button.tsx'
import { testSummary } from './test-messages.ts'

type ReceiverCheckProps = {
  /** Its name, as `receiverName` makes it. */
  receiver: string
}

/** A button that tests one receiver, and what the test found in a line. For a row or a cell. */
export function ReceiverCheck({ receiver }: ReceiverCheckProps) {
  const { test, isTesting, result, problem } = useReceiverTest(`https://${receiver}`)
  const found = result && testSummary(result)
  return (
    <div className={checkClasses.check}>
      <TestButton receiver={receiver} size="xs" isTesting={isTesting} onTest={test} />
      <p className={checkClasses.found} role="status">
        {found && <span data-tone={found.tone}>{found.text}</span>}
        {problem && <span data-tone="wait">{messages.notTested(problem)}</span>}
      </p>
    </div>
  )
}
