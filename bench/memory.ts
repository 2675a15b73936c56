import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { runRedial } from '../server/testing/run-redial.ts'
import type { Findings } from './measurement.ts'
import { kilobytesOf } from './process-figures.ts'
import { withFolder } from './with-folder.ts'

const SERVER_LIMIT_MB = 200
const ALL_LIMIT_MB = 300
/** The tasks that follow a start are over by then. */
const REST_MS = 60_000

/**
 * The memory that Redial holds at rest, a minute after a start on an embedded database with the demo's
 * thirty days. Linux only.
 */
export function memory(say: (sentence: string) => void): Promise<Findings> {
  return withFolder(async DATA_DIR => {
    const settings = { DATA_DIR, PORT: '0' }
    say('starting for the first time, which makes the database and the demo')
    await (await runRedial(settings)).kill('SIGINT')
    say(`starting again and waiting ${REST_MS / 1000} seconds`)
    const server = await runRedial(settings)
    try {
      await setTimeout(REST_MS)
      const pid = server.process.pid ?? 0
      const own = kilobytesOf(pid, 'VmRSS') / 1024
      // Pages that PostgreSQL's processes share count once.
      const database = childrenOf(pid).map(
        child => kilobytesOf(child, 'Pss', 'smaps_rollup') / 1024,
      )
      const all = own + database.reduce((sum, one) => sum + one, 0)
      return {
        measurements: [
          line('Memory of the server at rest', own, SERVER_LIMIT_MB),
          line('Memory of the server and its PostgreSQL at rest', all, ALL_LIMIT_MB),
        ],
        notes: [`${database.length} processes of PostgreSQL`],
      }
    } finally {
      await server.kill('SIGINT')
    }
  })
}

function line(what: string, megabytes: number, limit: number) {
  return {
    what,
    measured: `${Math.round(megabytes)} MB`,
    limit: `under ${limit} MB`,
    reached: megabytes < limit,
  }
}

/** All processes below a process, at any depth. */
function childrenOf(pid: number): number[] {
  const own = readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return own.map(Number).flatMap(child => [child, ...childrenOf(child)])
}
