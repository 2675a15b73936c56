import { expect, test } from 'vitest'
import { keptFor } from './operations-routes.ts'

test('an answer is reused until it is too old, also for simultaneous calls', async () => {
  let now = 0
  let asked = 0
  const ask = keptFor(
    10,
    async () => ++asked,
    () => now,
  )
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  now = 9
  expect(await ask()).toBe(1)
  now = 10
  expect(await ask()).toBe(2)
})

test('a failure is not reused', async () => {
  let asked = 0
  const ask = keptFor(10, async () => {
    if (++asked === 1) throw new Error('Not yet')
    return asked
  })
  await expect(ask()).rejects.toThrow('Not yet')
  expect(await ask()).toBe(2)
})
