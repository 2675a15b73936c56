import { expect, test } from 'vitest'
import { receiverName } from '../../../../contract/receiver.ts'
import { eventually } from '../../../testing/eventually.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const { upstream, receiver, thandi, list } = await replaysOfFile({
  timings: { attemptDeadlineMs: 2_000 },
})

test('a receiver that hangs costs three attempts, its other events wait, and the other receiver gets all', async () => {
  const good = list(50, `${receiver.url}/good`)
  const { items } = upstream
  list(50, `${receiver.url}/bad`)
  upstream.items = [...upstream.items, ...items]
  const isBad = ({ path }: { path: string }) => path.endsWith('/bad')
  receiver.behave((request, response) => {
    if (!isBad(request)) response.end()
  })
  const { id } = await thandi.prepare({ start: true })
  await eventually(async () => (await thandi.run(id)).counts.delivered === good.length)
  await eventually(async () => (await thandi.run(id)).paused_receivers === 1)
  const run = await thandi.run(id)
  expect(receiver.requests.filter(isBad)).toHaveLength(3)
  expect(run).toMatchObject({
    state: 'running',
    paused_receivers: 1,
    counts: { delivered: 50, failed_again: 3, prepared: 47 },
  })
  const bad = run.receivers.find(({ pause }) => pause !== null)
  expect(bad).toMatchObject({
    receiver: receiverName(`${receiver.url}/bad`),
    counts: { failed_again: 3, prepared: 47 },
    pause: { why: 'failed_in_a_row', failed: 3, of: 3, until: null },
  })
  await thandi.change(id, 'cancel')
})
