// Long: packets are dropped for a minute.
import { expect, test } from 'vitest'
import { hasMet, hasTool } from '../testing/requirements.ts'
import { NOT_PERMITTED, runInOwnNetwork } from './testing/own-network.ts'
import { NOTHING_WRONG } from './testing/start-load.ts'

const SCRIPT = new URL('./testing/packets-dropped-process.ts', import.meta.url)

test('all packets between Redial and PostgreSQL are dropped for 60 s', async ({ skip }) => {
  skip(!hasTool('nft'), 'nft is not installed: apt-get install nftables iproute2')
  const output = await runInOwnNetwork(SCRIPT)
  const reason = 'a network namespace is not permitted here'
  skip(!hasMet(output !== NOT_PERMITTED, reason), reason)
  const account = JSON.parse(output.trim().split('\n').at(-1) ?? '')
  expect(account).toMatchObject(NOTHING_WRONG)
  expect(account.delivered).toBeGreaterThan(0)
}, 300_000)
