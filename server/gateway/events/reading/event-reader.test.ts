import { expect, test } from 'vitest'
import { copiesOfFile, itemsDownFrom, lookUntil, PAST } from './testing/start-copies.ts'

const copies = await copiesOfFile()
const { upstream } = copies
const reader = copies.process()

const downFrom = (last: number) => Array.from({ length: last }, (_, at) => String(last - at))

test('a range is read once and kept in the order of the service', async () => {
  upstream.items = itemsDownFrom(250)
  const { reading, ids } = await lookUntil(
    copies,
    reader,
    copies.caller('order'),
    PAST,
    ({ is_complete, is_reading }) => is_complete && !is_reading,
  )
  expect(ids).toEqual(downFrom(250))
  expect(reading).toMatchObject({ count: 250, read: 250, problem: null, is_stopped: false })
  expect(upstream.requests.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3'])
})
