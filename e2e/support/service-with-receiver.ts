import type { Clock } from '../../server/config/timings.ts'
import { startReceiver, type TestReceiver } from '../../server/testing/peers/test-receiver.ts'
import { type OtherService, startOtherService } from './other-service.ts'

export type ServiceWithReceiver = OtherService & { receiver: TestReceiver }

/**
 * Redial with a foreign service, and a receiver for replays.
 *
 * @param clock for the pauses that the service asks for
 */
export async function startServiceWithReceiver(clock?: Clock): Promise<ServiceWithReceiver> {
  const receiver = await startReceiver(200)
  const service = await startOtherService(
    { RECEIVER_EXCEPTIONS: receiver.exception },
    { authority: receiver.ca, clock },
  )
  const close = () => Promise.all([service.close(), receiver.close()]).then(() => {})
  return { ...service, receiver, close }
}
