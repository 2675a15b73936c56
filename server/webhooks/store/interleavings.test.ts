import fc from 'fast-check'
import { test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { openInterleavings } from './testing/interleavings.ts'

const open = closedAfterEach()

// The same ones each time. interleavings.long.ts has many more, and different ones each time.
test('two processes that claim, attempt, settle, lose contact and die treat each event as the model says', async () => {
  const interleavings = await open(openInterleavings())
  await fc.assert(interleavings.property(), { seed: 15, numRuns: 8 })
})
