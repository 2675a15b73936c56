import { closedAfterEach } from '../../../testing/closed-after-each.ts'
import {
  type Behaviour,
  type ReceiverOptions,
  startReceiver,
  type TestReceiver,
} from '../../../testing/peers/test-receiver.ts'
import { TEST_TIMINGS } from '../../../testing/test-timings.ts'
import { createSender, type Sender, type SenderSettings } from '../sender.ts'

/**
 * Receivers, and senders that may reach them. Everything that is opened is closed after each test.
 */
export function receiversOfTests() {
  const opened = closedAfterEach()
  return {
    opened,
    receiver: (behaviour?: Behaviour, options?: ReceiverOptions): Promise<TestReceiver> =>
      opened(startReceiver(behaviour, options)),
    senderTo(to: TestReceiver, settings: Partial<SenderSettings> = {}): Sender {
      const sender = createSender({
        exceptions: [to.exception],
        authorities: [to.ca],
        deadlineMs: TEST_TIMINGS.attemptDeadlineMs,
        ...settings,
      })
      void opened(sender)
      return sender
    },
  }
}
