import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnusable } from './database-unusable.ts'
import type { Listening } from './postgres-server.ts'

/** What PostgreSQL itself writes into its data folder while it runs. */
export type RunningPostgres = Listening & { pid: number }

/** Its socket's folder begins like this where the one in DATA_DIR has too long a path. */
export const SHORT_SOCKET_FOLDER = 'redial-postgresql-'

const CHECK_EVERY_MS = 20
const STOPS_WITHIN_MS = 60_000

/** The PostgreSQL that runs on this data folder, or ran there and was killed; null where none is. */
export function readPostmasterFile(cluster: string): RunningPostgres | null {
  const file = join(cluster, 'data/postmaster.pid')
  if (!existsSync(file)) return null
  const [pid, , , port, socketFolder, address] = readFileSync(file, 'utf8').split('\n')
  if (!port) return null
  return {
    pid: Number(pid),
    port: Number(port),
    host: socketFolder?.trim() || address?.trim() || '',
  }
}

/**
 * Stops what an earlier Redial left behind when it was killed. The caller holds the folder's lock,
 * so that no other Redial uses it.
 *
 * @throws DatabaseUnusable when it does not stop
 */
export async function stopLeftOver(cluster: string): Promise<void> {
  const left = readPostmasterFile(cluster)
  if (left === null) return
  if (runsOn(cluster, left.pid)) {
    process.kill(left.pid, 'SIGINT')
    await untilGone(left.pid, cluster)
  }
  if (basename(left.host).startsWith(SHORT_SOCKET_FOLDER)) {
    rmSync(left.host, { recursive: true, force: true })
  }
}

async function untilGone(pid: number, cluster: string): Promise<void> {
  const since = performance.now()
  while (runsOn(cluster, pid)) {
    if (performance.now() - since > STOPS_WITHIN_MS) {
      throw new DatabaseUnusable(
        `A PostgreSQL that an earlier Redial left on ${cluster} (process ${pid}) does not stop. ` +
          'End that process, then start Redial again.',
      )
    }
    await sleep(CHECK_EVERY_MS)
  }
}

/** Whether the process is that PostgreSQL: its id may have gone to another one since. */
function runsOn(cluster: string, pid: number): boolean {
  return commandLine(pid).includes(join(cluster, 'data'))
}

/** Empty where no such process runs. */
function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
