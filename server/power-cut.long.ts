// Long: a start is traced until it has answered.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from './testing/eventually.ts'
import { hasTool, isRoot } from './testing/requirements.ts'
import { runRedial } from './testing/run-redial.ts'
import { folderOfTest } from './testing/test-folder.ts'

/** It takes root to trace processes in another user namespace. */
const canTrace = isRoot() && hasTool('strace')

test.skipIf(!canTrace)(
  'the keys of a new folder are on the disk before anything is answered',
  async () => {
    const folder = folderOfTest()
    const data = join(folder, 'data')
    const file = join(folder, 'trace')
    const tracer = ['strace', '--daemonize', '-f', ...TRACED_FILES, '-o', file]
    const redial = await runRedial({ DATA_DIR: data, PORT: '0' }, undefined, undefined, tracer)
    onTestFinished(async () => void (await redial.kill()))
    expect((await fetch(`${redial.url}/healthz`)).status).toBe(200)
    await redial.kill('SIGTERM')
    const trace = () => readFileSync(file, 'utf8')
    await eventually(() => new RegExp(`^${redial.process.pid} +\\+{3} exited`, 'm').test(trace()))

    const calls = endedCalls(trace())
    const answer = calls.findIndex(call => call.includes('HTTP/1.1 200'))
    expect(answer).toBeGreaterThan(0)
    for (const name of ['telephony-key', 'session-secret']) {
      expect([name, isDurable(join(data, name), calls.slice(0, answer))]).toEqual([name, true])
    }
  },
  180_000,
)

/** The calls of a trace, each complete, in the order in which they ended. */
function endedCalls(trace: string): string[] {
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

/** Whether a file got its name after its content was on the disk, and the name is on the disk, too. */
function isDurable(file: string, calls: string[]): boolean {
  const isSync = (path: string) => (call: string) =>
    /^f(data)?sync\(.*\) += 0$/.test(call) && call.includes(`<${path}>`)
  const renamed = calls.findIndex(
    call => call.startsWith('rename(') && call.endsWith(`, "${file}") = 0`),
  )
  const [, temporary = ''] = /^rename\("([^"]*)"/.exec(calls[renamed] ?? '') ?? []
  const before = calls.slice(0, Math.max(renamed, 0))
  return before.some(isSync(temporary)) && calls.slice(renamed).some(isSync(dirname(file)))
}

/** Files that are synced and renamed, and answers. */
const TRACED_FILES = [
  ...['-y', '-s', '200', '--seccomp-bpf'],
  ...['-e', 'trace=fdatasync,fsync,rename,write,writev'],
]
