import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseUnusable } from './folder-lock.ts'
import { type Listening, PostgresServer, type ServerOptions } from './postgres-server.ts'

/** What PostgreSQL itself writes to its data folder while it runs. */
type RunningPostgres = Listening & { pid: number; isReady: boolean }

const CHECK_EVERY_MS = 20
const STOPS_WITHIN_MS = 60_000

/** What PostgreSQL prints while processes of an earlier one still use the data. */
const STILL_USED = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/

/** The PostgreSQL that runs on this data, or ran there and was killed; null if there is none. */
export function readPostmasterFile(cluster: string): RunningPostgres | null {
  const text = readIfThere(postmasterFile(cluster))
  if (text === null) return null
  const [pid, , , port, socketFolder, address, , status] = text.split('\n')
  return {
    pid: Number(pid),
    port: Number(port),
    host: socketFolder?.trim() || address?.trim() || '',
    isReady: status?.trim() === 'ready',
  }
}

/**
 * Starts PostgreSQL after stopping a server that an earlier Redial left behind when it was killed.
 * The caller holds the folder's lock, so no other Redial uses the data.
 *
 * @throws DatabaseUnusable if the earlier one does not stop, or the new one does not start
 */
export async function startInPlaceOfLeftOver(
  options: ServerOptions,
  logger?: Pick<FastifyBaseLogger, 'warn'>,
): Promise<PostgresServer> {
  let isLogged = false
  const since = performance.now()
  for (;;) {
    const stalePid = await stopLeftOver(options.cluster)
    try {
      return await PostgresServer.start({ ...options, stalePid })
    } catch (error) {
      // A PostgreSQL that was killed with Redial a moment ago may be starting, or have children
      // that have yet to notice.
      const isStillUsed = error instanceof DatabaseUnusable && STILL_USED.test(error.message)
      if (!isStillUsed || performance.now() - since > STOPS_WITHIN_MS) throw error
      if (!isLogged) logger?.warn('Waiting for the processes of a PostgreSQL that was killed')
      isLogged = true
      await sleep(CHECK_EVERY_MS)
    }
  }
}

/**
 * @returns the process id that a killed PostgreSQL left in its file; another program may have it now
 * @throws DatabaseUnusable if it does not stop
 */
async function stopLeftOver(cluster: string): Promise<number | null> {
  const server = readPostmasterFile(cluster)
  if (server === null) return null
  if (!(server.pid > 0)) {
    // The power failed while the file was written. PostgreSQL would not start with an empty one.
    rmSync(postmasterFile(cluster))
    return null
  }
  if (runsOn(cluster, server.pid)) {
    interrupt(server.pid)
    await untilGone(server.pid, cluster)
  }
  return server.pid
}

function postmasterFile(cluster: string): string {
  return join(cluster, 'data/postmaster.pid')
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    // It ended on its own a moment ago.
    if (!isCode(error, 'ESRCH')) throw error
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

/** Whether the process is that PostgreSQL: another program may have the id now. */
function runsOn(cluster: string, pid: number): boolean {
  const line = commandLine(pid)
  return line.includes(' -D ') && line.includes(join(cluster, 'data'))
}

/** The arguments, separated by spaces; empty if no such process runs. */
function commandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    return readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ''
  }
  const [file = '', ...args] =
    process.platform === 'win32'
      ? [
          'powershell',
          '-NoProfile',
          '-Command',
          `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`,
        ]
      : ['ps', '-p', String(pid), '-o', 'args=']
  try {
    return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/** A process and its files may disappear between two checks. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return null
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
