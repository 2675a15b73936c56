import { describe, expect, it } from 'vitest'
import { createSender } from './sender.ts'
import { startReceiverInThread } from './testing/receiver-in-thread.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'

const { opened } = receiversOfTests()
const DEADLINE_MS = 200

describe('while this process stalls beyond the deadline', () => {
  async function posted() {
    const to = await opened(startReceiverInThread())
    const { ca, exception, url } = to
    const sender = await opened(
      createSender({ exceptions: [exception], authorities: [ca], deadlineMs: DEADLINE_MS }),
    )
    // The answer to the next post then comes in one piece, with no handshake before.
    expect(await sender.post(url, '{}')).toMatchObject({ delivered: true })
    const posting = sender.post(url, '{}')
    await to.arrived()
    return { to, posting }
  }

  function stall(): void {
    const until = performance.now() + DEADLINE_MS
    while (performance.now() < until);
  }

  it('an answer that came is taken', async () => {
    const { to, posting } = await posted()
    to.answer()
    stall()
    const outcome = await posting
    expect(outcome).toMatchObject({ delivered: true, status: 200, error: null })
    expect(outcome.duration_ms).toBeLessThanOrEqual(DEADLINE_MS)
  })

  it('an answer that has not come by then is not waited for', async () => {
    const { to, posting } = await posted()
    stall()
    expect(await posting).toMatchObject({
      delivered: false,
      error: 'did not answer within 0.2 seconds',
    })
    to.answer()
  })
})
