import { setTimeout } from 'node:timers/promises'
import { freePort } from '../server/database/embedded/free-port.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { type Findings, medianUnder, rangeOf } from './measurement.ts'
import { withFolder } from './with-folder.ts'

const LIMIT_MS = 2000
const STARTS = 11
const GIVE_UP_AFTER_MS = 60_000

type Start = { answeredAfter: number; printedAfter: number }

/**
 * Measures how long `node server/main.ts` takes on an embedded database that was started once before and
 * has the demo's thirty days: until its port answers, and until it has printed its screen.
 */
export function start(say: (sentence: string) => void): Promise<Findings> {
  return withFolder(async folder => {
    say('starting for the first time, which makes the database and the demo')
    const first = await startOnce(folder)
    say(`starting another ${STARTS} times`)
    const starts: Start[] = []
    for (let round = 0; round < STARTS; round++) starts.push(await startOnce(folder))

    const answered = starts.map(one => one.answeredAfter)
    const printed = starts.map(one => one.printedAfter)
    return {
      measurements: [
        medianUnder(LIMIT_MS, 'Server start, until its port answers', answered),
        medianUnder(LIMIT_MS, 'Server start, until its screen is printed', printed),
      ],
      notes: [
        `first start, which makes the database and the demo: ${Math.round(first.answeredAfter)} ms`,
        `until its port answers, fastest and slowest: ${rangeOf(answered)}`,
        `until its screen is printed, fastest and slowest: ${rangeOf(printed)}`,
      ],
    }
  })
}

/** Starts the server with its usual log, waits until it is ready, and stops it. */
async function startOnce(folder: string): Promise<Start> {
  const port = await freePort()
  const begun = performance.now()
  const since = () => performance.now() - begun
  const settings = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' }
  const starting = runRedial(settings)
  const [answeredAfter, printedAfter, server] = await Promise.all([
    answers(`http://127.0.0.1:${port}/gateway/session`).then(since),
    starting.then(since),
    starting,
  ])
  await server.kill('SIGTERM')
  return { answeredAfter, printedAfter }
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    if (answer !== null) throw new Error(`The server answered ${answer.status} to ${url}`)
    await setTimeout(5)
  }
  throw new Error(`The server didn't answer within ${GIVE_UP_AFTER_MS} ms`)
}
