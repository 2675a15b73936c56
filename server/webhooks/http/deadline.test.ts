import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startReceiverInThread } from './testing/receiver-in-thread.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'

const { opened, senderTo } = receiversOfTests()

describe('if this process stalls from before the deadline to 12 seconds', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  async function posted() {
    const to = await opened(startReceiverInThread())
    const sender = senderTo(to)
    // The answer to the next post then arrives in one piece, without a handshake.
    expect(await sender.post(to.url, '{}')).toMatchObject({ delivered: true })
    const posting = sender.post(to.url, '{}')
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
