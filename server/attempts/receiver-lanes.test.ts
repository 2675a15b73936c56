import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReceiverLanes } from './receiver-lanes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
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

test('those that have waited for a tenth of a second begin beside the others', async () => {
  const lanes = new ReceiverLanes()
  let begun = 0
  for (let place = 0; place < 6; place++) {
    const turn = lanes.enter('one')
    if (turn === null) begun += 1
    else
      void turn.then(() => {
        begun += 1
      })
  }
  await vi.advanceTimersByTimeAsync(99)
  expect(begun).toBe(3)
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toBe(6)
})
