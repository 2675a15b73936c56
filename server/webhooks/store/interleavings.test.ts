import fc from 'fast-check'
import { test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { openInterleavings } from './testing/interleavings.ts'

const open = closedAfterEach()

// The same ones each time. interleavings.long.ts has other ones each time, and many more.
test('two processes that claim, attempt, settle, fall silent and die do to each event what the model says', async () => {
  const interleavings = await open(openInterleavings())
  await fc.assert(interleavings.property(), { seed: 15, numRuns: 8 })
})
