// Long: the deadline of an attempt is ten seconds of real time.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { createSender } from './sender.ts'
import { startReceiverInThread } from './testing/receiver-in-thread.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'

const { opened, receiver, senderTo } = receiversOfTests()

/* By the wall clock, so this needs an otherwise idle machine. */
it('a 200 at 9.9 s is accepted, and one at 10.1 s is not', async () => {
  let start = 0
  const at = (ms: number) =>
    receiver(async (_request, response) => {
      await sleep(start + ms - performance.now())
      response.end()
    })
  const [inTime, late] = await Promise.all([at(9_900), at(10_100)])
  const settings = { deadlineMs: TEST_TIMINGS.attemptDeadlineMs }
  const [toInTime, toLate] = [senderTo(inTime, settings), senderTo(late, settings)]
  // Started when everything is ready: the deadline counts from the post, and creating a sender
  // takes a while.
  start = performance.now()
  const posts = [toLate.post(late.url, '{}'), toInTime.post(inTime.url, '{}')]
  const [second, first] = await Promise.all(posts)
  expect(first).toMatchObject({ delivered: true, status: 200 })
  expect(second).toMatchObject({
    delivered: false,
    status: null,
    error: 'did not answer within 10 seconds',
  })
})

it('an answer that arrived while this process stalled until after the deadline is accepted', async () => {
  const deadlineMs = 2_000
  const to = await opened(startReceiverInThread())
  const sender = await opened(
    createSender({ exceptions: [to.exception], authorities: [to.ca], deadlineMs }),
  )
  expect(await sender.post(to.url, '{}')).toMatchObject({ delivered: true })
  const posting = sender.post(to.url, '{}')
  await to.arrived()
  to.answer()
  const until = performance.now() + deadlineMs
  while (performance.now() < until);
  expect(await posting).toMatchObject({ delivered: true, status: 200 })
})
