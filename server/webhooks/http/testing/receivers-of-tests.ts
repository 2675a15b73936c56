import { closedAfterEach } from '../../../testing/closed-after-each.ts'
import {
  type Behaviour,
  type ReceiverOptions,
  startReceiver,
  type TestReceiver,
} from '../../../testing/peers/test-receiver.ts'
import { TEST_TIMINGS } from '../../../testing/test-timings.ts'
import { createSender, type Sender, type SenderSettings } from '../sender.ts'

type Receiver = Partial<Pick<TestReceiver, 'exception' | 'ca'>>

/** Settings of a sender or a receiver test that may reach one receiver. */
export function settingsFor(
  { exception, ca }: Receiver,
  settings: Partial<SenderSettings> = {},
): SenderSettings {
  return {
    exceptions: exception === undefined ? [] : [exception],
    authorities: ca === undefined ? [] : [ca],
    deadlineMs: TEST_TIMINGS.attemptDeadlineMs,
    ...settings,
  }
}

/**
 * Receivers, and senders that may reach them. Everything that is opened is closed after each test.
 */
export function receiversOfTests() {
  const opened = closedAfterEach()
  return {
    opened,
    receiver: (behaviour?: Behaviour, options?: ReceiverOptions): Promise<TestReceiver> =>
      opened(startReceiver(behaviour, options)),
    senderTo(to: Receiver, settings?: Partial<SenderSettings>): Sender {
      const sender = createSender(settingsFor(to, settings))
      void opened(sender)
      return sender
    },
  }
}
