import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReceiverLanes } from './receiver-lanes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** With this many receivers the process keeps three posts under way to each. */
function lanesBesideNineteenReceivers(hasTimeToSpare: () => boolean): ReceiverLanes {
  const lanes = new ReceiverLanes(hasTimeToSpare)
  for (let place = 1; place < 20; place++) lanes.enter(`receiver ${place}`)
  return lanes
}

test('a single receiver gets twenty at once, four receivers get fifteen each', () => {
  const lanes = new ReceiverLanes(() => false)
  const beginAll = (receiver: string) => {
    let begun = 0
    while (lanes.enter(receiver) === null) begun += 1
    return begun
  }
  expect(beginAll('one')).toBe(20)
  lanes.enter('two')
  lanes.enter('three')
  expect(beginAll('four')).toBe(15)
})

test('three start at once; the next starts when one of them has ended', async () => {
  const lanes = lanesBesideNineteenReceivers(() => false)
  expect([1, 2, 3].map(() => lanes.enter('one'))).toEqual([null, null, null])
  const fourth = lanes.enter('one')
  expect(fourth).not.toBeNull()
  expect(lanes.enter('other')).toBeNull()
  lanes.leave('one', 5)
  await fourth
})

test('if no post has ended for a tenth of a second, one more starts every 20 ms', async () => {
  const lanes = lanesBesideNineteenReceivers(() => false)
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
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toBe(4)
  await vi.advanceTimersByTimeAsync(40)
  expect(begun).toBe(6)
})

/** @returns the most that were under way at a time, while posts took so long and others waited */
async function mostUnderWay(tookMs: number[]): Promise<number> {
  const lanes = lanesBesideNineteenReceivers(() => false)
  let underWay = 0
  let highest = 0
  const begin = () => {
    underWay += 1
    highest = Math.max(highest, underWay)
  }
  for (let place = 0; place < 30; place++) {
    const turn = lanes.enter('one')
    if (turn === null) begin()
    else void turn.then(begin)
  }
  for (const ms of tookMs) {
    await vi.advanceTimersByTimeAsync(50)
    underWay -= 1
    lanes.leave('one', ms)
  }
  await vi.advanceTimersByTimeAsync(0)
  return highest
}

test('a fast receiver keeps three under way however long others wait, a distant one does not', async () => {
  expect(await mostUnderWay([5, 5, 5, 5, 5, 5])).toBe(3)
  expect(await mostUnderWay(Array.from({ length: 10 }, () => 80))).toBeGreaterThanOrEqual(5)
})

test('neither the time to open a connection nor a few late posts make a receiver distant', async () => {
  expect(await mostUnderWay([300, 300, 300, 5, 80, 80, 80, 80])).toBe(3)
})

test('while the process has time to spare, one more starts every 20 ms, up to twenty', async () => {
  const lanes = lanesBesideNineteenReceivers(() => true)
  let begun = 0
  for (let place = 0; place < 40; place++) {
    const turn = lanes.enter('one')
    if (turn === null) begun += 1
    else
      void turn.then(() => {
        begun += 1
      })
  }
  await vi.advanceTimersByTimeAsync(20)
  expect(begun).toBe(4)
  await vi.advanceTimersByTimeAsync(20)
  expect(begun).toBe(5)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toBe(20)
})
