import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { createSender } from './sender.ts'
import { startReceiverInThread } from './testing/receiver-in-thread.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'

const { opened } = receiversOfTests()

describe('if this process stalls from before the deadline to 12 seconds', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  async function posted() {
    const to = await opened(startReceiverInThread())
    const { ca, exception, url } = to
    const { attemptDeadlineMs: deadlineMs } = TEST_TIMINGS
    const sender = await opened(
      createSender({ exceptions: [exception], authorities: [ca], deadlineMs }),
    )
    // The answer to the next post then arrives in one piece, without a handshake.
    expect(await sender.post(url, '{}')).toMatchObject({ delivered: true })
    const posting = sender.post(url, '{}')
    await to.arrived()
    return { to, posting }
  }

  it('an answer that has arrived is accepted', async () => {
    const { to, posting } = await posted()
    to.answer()
    vi.advanceTimersByTime(12_000)
    expect(await posting).toMatchObject({ delivered: true, status: 200, duration_ms: 10_000 })
  })

  it('an answer that has not arrived is not waited for', async () => {
    const { to, posting } = await posted()
    vi.advanceTimersByTime(12_000)
    expect(await posting).toMatchObject({
      delivered: false,
      error: 'did not answer within 10 seconds',
    })
    to.answer()
  })
})
