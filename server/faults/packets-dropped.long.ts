// Long: packets are dropped for a minute.
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { hasMet, hasTool } from '../testing/requirements.ts'
import { NOTHING_WRONG } from './testing/start-load.ts'

const SCRIPT = new URL('./testing/packets-dropped-process.ts', import.meta.url)

test('all packets between Redial and PostgreSQL are dropped for 60 s', async ({ skip }) => {
  skip(!hasTool('nft'), 'nft is not installed: apt-get install nftables iproute2')
  const output = await runInOwnNetwork(SCRIPT)
  const reason = 'a network namespace is not permitted here'
  skip(!hasMet(output !== null, reason), reason)
  const account = JSON.parse(output?.trim().split('\n').at(-1) ?? '')
  expect(account).toMatchObject(NOTHING_WRONG)
  expect(account.delivered).toBeGreaterThan(0)
}, 300_000)

/**
 * Runs the script to its end in a network namespace. It has only loopback there and may change it
 * freely.
 *
 * @returns its output, or null if the system doesn't permit it
 * @throws when it fails
 */
async function runInOwnNetwork(script: URL): Promise<string | null> {
  const unshare = process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-root-user', '--net']
  if (spawnSync('unshare', [...unshare, 'true']).status !== 0) return null
  const child = spawn('unshare', [...unshare, process.execPath, script.pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([
    text(child.stdout),
    new Promise<void>((resolve, reject) => {
      child.once('exit', code =>
        code === 0 ? resolve() : reject(new Error(`${script.pathname} ended with ${code}`)),
      )
    }),
  ])
  return output
}
