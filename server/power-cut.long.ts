import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { urlOfRunningPostgres } from './database/embedded/embedded-postgres.ts'
import { reportCall } from './testing/report-call.ts'
import { runRedial } from './testing/run-redial.ts'

const REPORTS = 20
const FIRST_CALL = 8_000_000_001

/** It takes root to trace processes in another user namespace. */
const canTrace = process.getuid?.() === 0 && spawnSync('strace', ['--version']).error === undefined

test.skipIf(!canTrace)(
  'the embedded database answers no report before its write-ahead log is on the disk',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redial-power-cut-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const redial = await runRedial({ DATA_DIR: folder, PORT: '0' })
    onTestFinished(async () => void (await redial.kill('SIGTERM')))
    expect(await durabilityOf(folder)).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
    })

    const trace = await traceSyncs([...postgresProcesses(folder), redial.process.pid ?? 0], folder)
    const key = readFileSync(join(folder, 'telephony-key'), 'utf8')
    const trackingNumber = await someTrackingNumber(redial.url, key)
    const reports: { callId: number; began: number }[] = []
    for (let callId = FIRST_CALL; callId < FIRST_CALL + REPORTS; callId += 1) {
      reports.push({ callId, began: Date.now() / 1_000 })
      const { url } = redial
      await reportCall({ url, key, callId, trackingNumber, answered: true })
    }
    const { synced, answered } = await trace.end()
    const early = reports.filter(({ callId, began }) => {
      const at = answered.get(callId)
      if (at === undefined) throw new Error(`The answer to ${callId} was not traced`)
      return !synced.some(moment => moment > began && moment < at)
    })
    expect(answered.size).toBeGreaterThanOrEqual(REPORTS)
    expect(early).toEqual([])
  },
  180_000,
)

async function durabilityOf(folder: string) {
  const client = new pg.Client({ connectionString: urlOfRunningPostgres(folder) })
  await client.connect()
  const { rows } = await client.query(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  )
  await client.end()
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

/** PostgreSQL's first process and those that it started. */
function postgresProcesses(folder: string): number[] {
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

/** Traces these processes, and those that they start. Moments are in seconds since 1970. */
async function traceSyncs(pids: number[], folder: string) {
  const file = join(folder, 'trace')
  const calls = 'trace=fdatasync,fsync,write,writev,sendto,sendmsg'
  const options = ['-f', '-y', '-ttt', '-T', '-s', '2000', '-e', calls, '-o', file]
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
      return readTrace(readFileSync(file, 'utf8'))
    },
  }
}

/** When the write-ahead log was synced to the disk, and when the answer to which call was sent. */
function readTrace(text: string) {
  const synced: number[] = []
  const answered = new Map<number, number>()
  const syncing = new Set<string>()
  for (const line of text.split('\n')) {
    const [, pid = '', at = '', call = ''] = /^(\d+)\s+(\d+\.\d+) (.*)$/.exec(line) ?? []
    if (/^f(data)?sync\(.*\/pg_wal\//.test(call)) {
      const took = /= 0 <(\d+\.\d+)>$/.exec(call)?.[1]
      if (took === undefined) syncing.add(pid)
      else synced.push(Number(at) + Number(took))
    } else if (/^<\.\.\. f(data)?sync resumed>.*= 0/.test(call)) {
      if (syncing.delete(pid)) synced.push(Number(at))
    }
    const callId = /HTTP\/1\.1 201 .*\\?"call_id\\?":(\d+)/.exec(call)?.[1]
    // The first is our own service's, to the gateway.
    if (callId !== undefined && !answered.has(Number(callId)))
      answered.set(Number(callId), Number(at))
  }
  return { synced, answered }
}
