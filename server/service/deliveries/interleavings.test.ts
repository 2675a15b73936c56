import fc from 'fast-check'
import { test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { openInterleavings } from './testing/interleavings.ts'

const open = closedAfterEach()

// Many more of them: interleavings.long.ts.
test('two processes that claim, attempt, settle, fall silent and die do to each event what the model says', async () => {
  const interleavings = await open(openInterleavings())
  await fc.assert(interleavings.property(), { numRuns: 6 })
})
