import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyTemplate, startPostgresWithTemplate } from '../../testing/postgres.ts'
import { startLoad } from './start-load.ts'

/*
 * Runs in its own network namespace, so that its packet filter affects nobody else. Prints the
 * summary as its last line.
 */
const DROPPED_MS = 60_000

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

run('ip', 'link', 'set', 'lo', 'up')
const postgres = await startPostgresWithTemplate()
const { url } = await copyTemplate(postgres.url)
const load = await startLoad({ database: { url, straight: true }, processes: [{}, {}] })
try {
  await load.morePosts(100)
  const { port } = new URL(url)
  run(
    'nft',
    'add table ip faults; add chain ip faults input { type filter hook input priority 0; }',
  )
  run(
    'nft',
    `add rule ip faults input tcp dport ${port} drop; add rule ip faults input tcp sport ${port} drop`,
  )
  await sleep(DROPPED_MS)
  run('nft', 'delete table ip faults')
  await load.moreReports(100)
  await load.morePosts(100)
  process.stdout.write(`${JSON.stringify(await load.account())}\n`)
} finally {
  await load.close()
  await postgres.stop()
}
process.exit(0)
