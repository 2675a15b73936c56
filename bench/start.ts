import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../server/testing/free-port.ts'
import { type Findings, median } from './measurement.ts'

const LIMIT_MS = 2000
const STARTS = 11
const GIVE_UP_AFTER_MS = 60_000
const LOOK_EVERY_MS = 5

type Start = { answeredAfter: number; printedAfter: number }

/**
 * Measures how long `node server/main.ts` takes on an embedded database that was started once before and
 * has the demo's thirty days: until its port answers, and until it has printed its screen.
 */
export async function start(say: (sentence: string) => void): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-start-'))
  try {
    say('starting for the first time, which makes the database and the demo')
    const first = await startOnce(folder)
    say(`starting another ${STARTS} times`)
    const starts: Start[] = []
    for (let round = 0; round < STARTS; round++) starts.push(await startOnce(folder))

    const answered = starts.map(one => one.answeredAfter)
    const printed = starts.map(one => one.printedAfter)
    return {
      measurements: [
        line('Server start, until its port answers', answered),
        line('Server start, until its screen is printed', printed),
      ],
      notes: [
        `first start, which makes the database and the demo: ${Math.round(first.answeredAfter)} ms`,
        `until its port answers, fastest and slowest: ${range(answered)}`,
        `until its screen is printed, fastest and slowest: ${range(printed)}`,
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function line(what: string, samples: number[]) {
  const value = median(samples)
  return {
    what,
    measured: `${Math.round(value)} ms (median of ${samples.length})`,
    limit: `under ${LIMIT_MS} ms`,
    reached: value < LIMIT_MS,
  }
}

function range(samples: number[]): string {
  return `${Math.round(Math.min(...samples))} and ${Math.round(Math.max(...samples))} ms`
}

/** Starts the server, waits until it is ready, and stops it. */
async function startOnce(folder: string): Promise<Start> {
  const port = await freePort()
  const begun = performance.now()
  const server = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    // Only these settings, so that the caller's environment doesn't change the measurement.
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [answeredAfter, printedAfter] = await Promise.race([
      Promise.all([
        answers(server, `http://127.0.0.1:${port}/gateway/session`).then(
          () => performance.now() - begun,
        ),
        prints(server, 'Stop it with Ctrl+C').then(() => performance.now() - begun),
      ]),
      failure(server),
    ])
    return { answeredAfter, printedAfter }
  } finally {
    await stop(server)
  }
}

async function answers(server: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (server.exitCode === null && performance.now() < deadline) {
    const status = await fetch(url).then(
      answer => answer.status,
      () => null,
    )
    if (status === 200) return
    if (status !== null) throw new Error(`The server answered ${status} to ${url}`)
    await setTimeout(LOOK_EVERY_MS)
  }
  throw new Error(`The server didn't answer within ${GIVE_UP_AFTER_MS} ms`)
}

async function prints(server: ChildProcess, text: string): Promise<void> {
  let printed = ''
  for await (const part of server.stdout ?? []) {
    printed += part
    if (printed.includes(text)) return
  }
  throw new Error(`The server ended without printing its screen: ${printed}`)
}

async function failure(server: ChildProcess): Promise<never> {
  const [code] = await once(server, 'exit')
  throw new Error(`The server ended with ${code} instead of starting`)
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
