// Long: a thousand interleavings of two processes.
import fc from 'fast-check'
import { test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { openInterleavings } from './testing/interleavings.ts'

const open = closedAfterEach()

test('a thousand interleavings of two processes', async () => {
  const interleavings = await open(openInterleavings())
  await fc.assert(interleavings.property(), { numRuns: 1_000 })
}, 1_200_000)
