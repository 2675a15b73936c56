// Long: PostgreSQL recovers after each of many power cuts.
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { urlOfRunningPostgres } from './database/embedded/embedded-postgres.ts'
import {
  blockNumber,
  confirmedIn,
  FIRST_CALL,
  startReplay,
} from './faults/testing/confirmed-actions.ts'
import { repeatWrites, syncedWrites, TRACED_WRITES } from './faults/testing/synced-writes.ts'
import {
  canTrace,
  endedCalls,
  postgresProcesses,
  startTrace,
} from './faults/testing/trace-processes.ts'
import { eventually } from './testing/eventually.ts'
import { reportCall } from './testing/report-call.ts'
import { runRedial } from './testing/run-redial.ts'
import { folderOfTest } from './testing/test-folder.ts'

const REPORTS = 20

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

test.skipIf(!canTrace)(
  'a power cut that drops every write that was not synced loses nothing that was answered',
  async () => {
    const folder = folderOfTest()
    const before = join(folder, 'before')
    const redial = await runRedial({ DATA_DIR: before, PORT: '0' })
    onTestFinished(async () => void (await redial.kill('SIGKILL')))
    expect(await durabilityOf(before)).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
    })
    const key = readFileSync(join(before, 'telephony-key'), 'utf8')
    const trackingNumber = await someTrackingNumber(redial.url, key)
    await ask(before, 'checkpoint')
    const trace = await startTrace(TRACED_WRITES, postgresProcesses(before), folder)
    // The disk as it was before the reports, and a copy that the writes are repeated on.
    const copies = ['without', 'after'].map(name => join(folder, name))
    for (const copy of copies) copyStopped(before, copy)
    const callIds = Array.from({ length: REPORTS }, (_, index) => FIRST_CALL + index)
    for (const callId of callIds) {
      await reportCall({ url: redial.url, key, callId, trackingNumber, answered: true })
    }
    const token = readFileSync(join(before, 'demo/token'), 'utf8').trim()
    await blockNumber(redial.url, token)
    const runId = await startReplay(redial.url, token)
    const writes = syncedWrites(await trace.end())
    await redial.kill('SIGKILL')

    const [without = '', after = ''] = copies
    const data = realpathSync(join(before, 'postgresql/data'))
    repeatWrites(writes, file => file.replace(data, join(after, 'postgresql/data')))
    expect(await confirmedIn(without, runId)).toEqual({ calls: [], blocked: 0, runs: 0 })
    expect(await confirmedIn(after, runId)).toEqual({
      calls: callIds,
      blocked: 1,
      runs: 1,
    })
  },
  180_000,
)

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

/** Copies DATA_DIR as if the machine had stopped. */
function copyStopped(from: string, to: string): void {
  execFileSync('cp', ['--archive', from, to])
  // They name a process that runs here, but would not after the machine has started again.
  for (const name of ['data/postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    rmSync(join(to, 'postgresql', name), { force: true })
  }
}

async function ask(folder: string, statement: string) {
  const client = new pg.Client({ connectionString: urlOfRunningPostgres(folder) })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

async function durabilityOf(folder: string) {
  const { rows } = await ask(
    folder,
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

async function someTrackingNumber(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/telephony/v1/tracking_numbers/`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const Numbers = z.object({ results: z.array(z.object({ phone_number: z.string() })) })
  const [number] = Numbers.parse(await response.json()).results
  return number?.phone_number ?? ''
}

/** Files that are synced and renamed, and answers. */
const TRACED_FILES = [
  ...['-y', '-s', '200', '--seccomp-bpf'],
  ...['-e', 'trace=fdatasync,fsync,rename,write,writev'],
]
