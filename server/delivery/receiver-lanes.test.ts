import { afterEach, expect, test } from 'vitest'
import { type Behaviour, startReceiver, type TestReceiver } from '../testing/test-receiver.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'
import { ReceiverLanes } from './receiver-lanes.ts'
import { createSender, type Sender, type SenderSettings } from './sender.ts'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function senderTo(
  behaviour: Behaviour,
  settings: Partial<SenderSettings> = {},
): Promise<{ receiver: TestReceiver; post: Sender['post'] }> {
  const receiver = await startReceiver(behaviour)
  const { exception, ca } = receiver
  const sender = createSender({
    exceptions: [exception],
    authorities: [ca],
    deadlineMs: TEST_TIMINGS.attemptDeadlineMs,
    ...settings,
  })
  open.push(receiver, sender)
  return { receiver, post: sender.post }
}

const all = (post: Sender['post'], url: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, place) => post(url, `{"place":${place}}`)))

test('many posts to a quick receiver share a few connections', async () => {
  const { receiver, post } = await senderTo(200)
  // One is open by then: to make the first takes the longest.
  await post(receiver.url, '{}')
  const outcomes = await all(post, receiver.url, 40)
  expect(outcomes.filter(({ delivered }) => delivered)).toHaveLength(40)
  // Three, unless this machine kept some waiting for a tenth of a second: they open their own.
  expect(receiver.connections()).toBeLessThan(20)
})

test('three begin at once; whoever comes then begins when one of them has ended', async () => {
  const lanes = new ReceiverLanes()
  expect([1, 2, 3].map(() => lanes.enter('one'))).toEqual([null, null, null])
  const fourth = lanes.enter('one')
  expect(fourth).not.toBeNull()
  expect(lanes.enter('other')).toBeNull()
  lanes.leave('one')
  await fourth
})

test('a receiver that takes its time is not asked one after the other', async () => {
  const held: (() => void)[] = []
  // It answers nobody before twelve have asked: with fewer at a time, nobody would ever be answered.
  const { receiver, post } = await senderTo((_request, response) => {
    held.push(() => response.end())
    if (held.length === 12) for (const answer of held) answer()
  })
  const outcomes = await all(post, receiver.url, 12)
  expect(outcomes.map(({ error }) => error)).toEqual(Array(12).fill(null))
})

test('the deadline of a post that has waited begins with the post', async () => {
  const { receiver, post } = await senderTo(() => {}, { deadlineMs: 1_500 })
  const outcomes = await all(post, receiver.url, 8)
  expect(outcomes.map(({ error }) => error)).toEqual(
    Array(8).fill('did not answer within 1.5 seconds'),
  )
  expect(receiver.requests).toHaveLength(8)
  const [first, ...others] = outcomes.map(({ at }) => at.getTime())
  expect(Math.max(...others)).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
})
