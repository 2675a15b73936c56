import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '../server/database/database.ts'
import type { Schema } from '../server/database/schema.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { createDatabase } from './create-database.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { startReceivers } from './deliveries/start-receivers.ts'
import type { Findings, Measurement } from './measurement.ts'
import { makeLargeRun } from './replay-changes/large-run.ts'
import { type Longest, watchDatabase } from './replay-changes/watch-database.ts'
import { fillReplayedEvents } from './replays/fill-replayed-events.ts'
import { RunScript } from './replays/read-run.ts'

const EVENTS = Number(process.env.BENCH_REPLAYS ?? 100_000)
const CLICKED = 200
const RECEIVERS = 50
const MAX_MS = 1_000

/** The cost of one change of the run, until it was complete. */
type Step = Longest & { step: string; answerMs: number; allMs: number; clickMs: number }

/**
 * Measures how starting, pausing, resuming, cancelling and copying a large run affects others: its longest
 * transaction, the longest wait for a lock, and the longest answer to another event's replay.
 */
export async function replayChanges(say: (sentence: string) => void): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-changes-'))
  const postgres = await startPostgres()
  const receivers = await startReceivers(
    folder,
    Array.from({ length: RECEIVERS }, () => 'at once' as const),
  )
  const url = await createDatabase(postgres.url, 'changes')
  const database = await openDatabase({ url })
  const { db } = database
  try {
    const account = await fillReplayedEvents(database, receivers.origins, CLICKED)
    const server = await runRedial(settingsOnPostgres(url, receivers))
    const script = new RunScript(server.url, account)
    const clicks = account.eventIds.values()
    const steps: Step[] = []
    const measure = async (step: string, change: () => Promise<() => Promise<boolean>>) => {
      say(step)
      steps.push({ step, ...(await measured(db, script, clicks, change)) })
    }
    try {
      say(`a run of ${EVENTS.toLocaleString('en')} events`)
      const first = await makeLargeRun(db, script, account, { name: 'sent', total: EVENTS })
      await measure('start, while all is sent', async () => {
        await script.change(first, 'start')
        return async () => (await countOf(db, first, 'prepared')) === 0
      })
      await script.change(first, 'cancel').catch(() => say('all was sent by then'))
      // From here on the run is not finished before it is changed.
      await receivers.answer('never')
      const id = await makeLargeRun(db, script, account, { name: 'held', total: EVENTS })
      const changed = (step: string, isDone: () => Promise<boolean>) => async () => {
        await script.change(id, step)
        return isDone
      }
      const hasNoTask = async () => (await taskOf(db, id)) === null
      await measure('start', changed('start', hasNoTask))
      await measure('pause', changed('pause', hasNoTask))
      await measure('resume', changed('resume', hasNoTask))
      await measure('cancel', changed('cancel', hasNoTask))
      await sql`update replay_item set state = 'failed_again' where run_id = ${id}`.execute(db)
      await sql`update replay_run set final_counts = '{"failed_again": 1}' where id = ${id}`.execute(
        db,
      )
      let copy = ''
      await measure('again', async () => {
        copy = (await script.change(id, 'again')).run.id
        return async () => (await script.run(copy)).state === 'ready'
      })
      await sql`update replay_run set looked_at = now() - interval '5 hours' where id = ${copy}`.execute(
        db,
      )
      // Creating the next run makes room for it.
      await measure('delete a draft', async () => {
        await script.replayOne(clicks.next().value ?? 0)
        return async () => (await countOf(db, copy)) === 0
      })
    } finally {
      await server.kill('SIGTERM')
    }
    return findings(steps)
  } finally {
    await database.close()
    await receivers.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured(
  db: Kysely<Schema>,
  script: RunScript,
  clicks: Iterator<number>,
  change: () => Promise<() => Promise<boolean>>,
): Promise<Omit<Step, 'step'>> {
  const watch = watchDatabase(db)
  const begun = performance.now()
  let isOver = false
  const clicking = (async () => {
    let longest = 0
    while (!isOver) {
      const event = clicks.next().value
      if (event !== undefined) longest = Math.max(longest, await script.replayOne(event))
      await sleep(100)
    }
    return longest
  })()
  clicking.catch(() => {})
  const isDone = await change()
  const answerMs = performance.now() - begun
  while (!(await isDone())) await sleep(100)
  const allMs = performance.now() - begun
  isOver = true
  const clickMs = await clicking
  return { ...(await watch.end()), answerMs, allMs, clickMs }
}

async function countOf(db: Kysely<Schema>, id: string, state?: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from replay_item
    where run_id = ${id} and ${state === undefined ? sql`true` : sql`state = ${state}`}
  `.execute(db)
  return rows[0]?.count ?? 0
}

async function taskOf(db: Kysely<Schema>, id: string): Promise<string | null> {
  const run = await db
    .selectFrom('replay_run')
    .select('task')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return run.task
}

function findings(steps: Step[]): Findings {
  const ms = (value: number) => `${Math.round(value).toLocaleString('en')} ms`
  const longest = (of: (step: Step) => number) => Math.max(...steps.map(of))
  const figures: [string, (step: Step) => number][] = [
    ['longest transaction', step => step.transaction],
    ['longest wait for a lock', step => step.lockWait],
    ['longest answer to the replay of one event during that', step => step.clickMs],
  ]
  const measurements: Measurement[] = figures.map(([what, of]) => ({
    what: `Changes of a run of ${EVENTS.toLocaleString('en')} events: ${what}`,
    measured: ms(longest(of)),
    limit: `at most ${ms(MAX_MS)}`,
    reached: longest(of) <= MAX_MS,
  }))
  const notes = steps.map(
    ({ step, answerMs, allMs, transaction, lockWait, clickMs }) =>
      `${step}: answered after ${ms(answerMs)}, done after ${ms(allMs)}; longest transaction ${ms(transaction)}, wait for a lock ${ms(lockWait)}, answer to a click ${ms(clickMs)}`,
  )
  return { measurements, notes }
}
