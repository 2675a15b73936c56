import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { NOT_PERMITTED, runInOwnNetwork } from './testing/own-network.ts'
import { NOTHING_WRONG } from './testing/start-load.ts'

const SCRIPT = new URL('./testing/packets-dropped-process.ts', import.meta.url)

test('all packets between Redial and PostgreSQL are dropped for 60 s', async ({ skip }) => {
  if (spawnSync('nft', ['--version']).status !== 0) {
    skip('nft is not installed: apt-get install nftables iproute2')
  }
  const output = await runInOwnNetwork(SCRIPT)
  if (output === NOT_PERMITTED) skip('a network namespace is not permitted here')
  const account = JSON.parse(output.trim().split('\n').at(-1) ?? '')
  expect(account).toMatchObject(NOTHING_WRONG)
  expect(account.delivered).toBeGreaterThan(0)
}, 300_000)
