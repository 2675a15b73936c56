import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { hasTool, isRoot } from '../../testing/requirements.ts'

/** It takes root to trace processes in another user namespace. */
export const canTrace = isRoot() && hasTool('strace')

/** Traces these processes and their children. */
export async function startTrace(traced: string[], pids: number[], folder: string) {
  const file = join(folder, 'trace')
  const options = ['-f', ...traced, '-o', file]
  const strace = spawn('strace', [...options, ...pids.flatMap(pid => ['-p', String(pid)])], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void strace.kill('SIGKILL'))
  const attached = Promise.withResolvers<void>()
  let said = ''
  strace.stderr.on('data', chunk => {
    said += chunk
    // A process that has ended in the meantime is included.
    if (pids.every(pid => new RegExp(`\\b${pid}\\b`).test(said))) attached.resolve()
  })
  strace.once('exit', () => attached.reject(new Error(`strace ended:\n${said}`)))
  await attached.promise
  return {
    async end() {
      strace.kill('SIGINT')
      await once(strace, 'exit')
      return readFileSync(file, 'utf8')
    },
  }
}

/** The calls of a trace, each complete, in the order in which they ended. */
export function endedCalls(trace: string): string[] {
  const unfinished = new Map<string, string>()
  return trace.split('\n').flatMap(line => {
    const [, pid = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const [, begin] = /^(.*) <unfinished \.\.\.>$/.exec(call) ?? []
    if (begin !== undefined) unfinished.set(pid, begin)
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(call) ?? []
    // strace aligns the results of calls that were interrupted.
    if (end !== undefined) return [`${unfinished.get(pid)}${end.replace(/^(.*\)) += /, '$1 = ')}`]
    return begin === undefined ? [call] : []
  })
}

/** PostgreSQL’s first process and its children. @param folder DATA_DIR */
export function postgresProcesses(folder: string): number[] {
  const file = join(folder, 'postgresql/data/postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const children = readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      // The parent comes after the name, which may hold anything but a newline, and the state.
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      return Number(parent) === postmaster
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}
