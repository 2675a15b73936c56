import fc from 'fast-check'
import { TestClock } from 'pg-boss'
import { expect, it } from 'vitest'
import { FailedEventRecord, type WebhookEvent } from '../../../contract/failed-event.ts'
import type { Database } from '../../database/database.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import {
  addTrackingNumber,
  countJobs,
  deliver,
  SCHEDULE,
  startEngine,
} from '../../testing/delivery-engine.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { rowsOf } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

/** What the receiver does with an attempt: answers with the status, or hangs up. */
type Behaviour = number | 'hangs up'

const Delivery = fc.record({
  event: fc.constantFrom<WebhookEvent[]>('call_termination', 'missed_call_saver', 'data_event'),
  behaviours: fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant<Behaviour>(200) },
      { weight: 4, arbitrary: fc.constantFrom<Behaviour[]>(201, 204, 301, 404, 500, 'hangs up') },
    ),
    { minLength: 4, maxLength: 4 },
  ),
})

const open = closedAfterEach()

/** An engine on a clock that the test moves, and a receiver that answers the attempts one after the other. */
async function engineOnTestClock() {
  const clock = new TestClock('2026-03-02T08:00:00Z')
  const turns = new Map<string, Behaviour[]>()
  const seen: { id: number; at: number }[] = []
  const receiver = await open(
    startReceiver(({ headers }, response) => {
      const id = String(headers['webhook-id'])
      seen.push({ id: Number(id), at: clock.now() })
      // A new connection for each attempt, because a broken kept-alive one is replaced within the
      // attempt.
      response.setHeader('connection', 'close')
      const behaviour = turns.get(id)?.shift() ?? 200
      if (behaviour === 'hangs up') response.destroy()
      else response.writeHead(behaviour, { location: '/elsewhere' }).end()
    }),
  )
  const database = await open(openTestDatabase({ testClock: true }))
  const number = await addTrackingNumber(database)
  const engine = await open(startEngine(database, { receivers: [receiver], clock }))

  /** Moves the clock and waits until the engine has done everything that is due then. */
  const goTo = async (ms: number) => {
    await clock.setTime(ms)
    engine.worker.wake()
    await expect.poll(() => countJobs(database, 'due'), { interval: 5, timeout: 60_000 }).toBe(0)
  }
  return { clock, turns, seen, receiver, database, number, engine, goTo }
}

async function listed({ db }: Database, ids: number[]) {
  const rows = await rowsOf(db, 'failed_event', { id: ids }, 'list', 'item')
  return rows.map(({ list, item }) => ({ list, item: FailedEventRecord.parse(JSON.parse(item)) }))
}

/** 1 ms before the next retry may start, in the middle, and its last allowed ms; none after the last attempt. */
function momentsOfRetry(attempts: { at: number }[]): number[] {
  const last = attempts.at(-1)
  const delay = SCHEDULE[attempts.length - 1]
  if (last === undefined || delay === undefined) return []
  return [-1, delay / 20, delay / 10].map(offset => last.at + delay + offset)
}

function expectDelays(attempts: { at: number }[]): void {
  for (const [index, { at }] of attempts.slice(1).entries()) {
    const waited = at - (attempts[index]?.at ?? 0)
    const delay = SCHEDULE[index] ?? Number.NaN
    expect(waited).toBeGreaterThanOrEqual(delay)
    expect(waited).toBeLessThanOrEqual(delay + delay / 10)
  }
}

type Expected = { event: WebhookEvent; behaviours: Behaviour[] }
type Engine = Awaited<ReturnType<typeof engineOnTestClock>>

/** Checks what the receiver saw of a delivery, and what is recorded of it. */
async function expectRecorded(
  { seen, database, receiver }: Engine,
  id: number,
  start: number,
  { event, behaviours }: Expected,
): Promise<void> {
  const attempts = seen.filter(attempt => attempt.id === id)
  const success = behaviours.indexOf(200)
  expect(attempts).toHaveLength(success === -1 ? 4 : success + 1)
  expect(attempts[0]?.at).toBe(start)
  expectDelays(attempts)
  const recorded = database.db
    .selectFrom('delivery_attempt')
    .select('number')
    .where('delivery_id', '=', id)
  // A first attempt that succeeds is recorded only in its delivery.
  expect(await recorded.execute()).toHaveLength(success === 0 ? 0 : attempts.length)
  const failures = await listed(database, [id])
  if (success !== -1) return expect(failures).toEqual([])
  expect(failures).toMatchObject([
    {
      list: event === 'data_event' ? 'transcription_events_fail' : 'call_events_fail',
      item: { id, event, callback_url: receiver.url, attempts: behaviours.map(listedAttempt) },
    },
  ])
  expect(failures[0]?.item.attempts.map(({ at }) => Date.parse(at))).toEqual(
    attempts.map(({ at }) => at),
  )
}

const listedAttempt = (behaviour: Behaviour) =>
  behaviour === 'hangs up'
    ? {
        status: null,
        error: expect.stringContaining('closed the connection'),
        cause: { code: 'broke-off' },
      }
    : { status: behaviour, error: expect.stringMatching(/only 200 counts|redirect/) }

it('attempts are made at 0, +1, +5, +30 min until one succeeds; otherwise the event is listed once', async () => {
  const started = await engineOnTestClock()
  const { clock, turns, seen, receiver, database, number, engine, goTo } = started

  await fc.assert(
    fc.asyncProperty(fc.array(Delivery, { minLength: 1, maxLength: 4 }), async deliveries => {
      const start = clock.now()
      const expected = new Map<number, Expected>()
      for (const delivery of deliveries) {
        const [id = 0] = await deliver(database, engine.queue, number.id, [receiver.url], {
          event: delivery.event,
          now: new Date(start),
        })
        turns.set(String(id), [...delivery.behaviours])
        expected.set(id, delivery)
      }
      await goTo(start)

      for (;;) {
        const soonest = Math.min(
          ...[...expected].flatMap(([id, { behaviours }]) => {
            const attempts = seen.filter(attempt => attempt.id === id)
            if (behaviours[attempts.length - 1] === 200) return []
            return momentsOfRetry(attempts).find(moment => moment > clock.now()) ?? []
          }),
        )
        if (soonest === Number.POSITIVE_INFINITY) break
        await goTo(soonest)
      }
      // Nothing follows after the end.
      await goTo(clock.now() + 24 * 60 * 60_000)

      for (const [id, delivery] of expected) await expectRecorded(started, id, start, delivery)
      expect(await countJobs(database)).toBe(0)
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 120_000)

it('a timeout and a refusal are recorded with their causes', async () => {
  const silent = await open(startReceiver(() => {}))
  const refusing = await startReceiver()
  await refusing.close()
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const engine = await open(
    startEngine(database, {
      receivers: [silent, refusing],
      schedule: [],
      timings: { attemptDeadlineMs: 1_000 },
    }),
  )
  const ids = await deliver(database, engine.queue, number.id, [silent.url, refusing.url])
  engine.worker.wake()
  await expect.poll(() => listed(database, ids), { timeout: 20_000 }).toHaveLength(2)

  const expected = [
    { error: 'did not answer within 1 seconds', cause: { code: 'timeout', seconds: 1 } },
    { error: 'refused the connection', cause: { code: 'refused' } },
  ].map(failure => ({ status: null, ...failure }))
  const recorded = await rowsOf(
    database.db,
    'delivery_attempt',
    {},
    'delivery_id',
    'number',
    'status',
    'error',
    'cause',
  )
  expect(recorded).toEqual(
    expected.map((attempt, index) => ({ delivery_id: ids[index], number: 1, ...attempt })),
  )
  const failures = await listed(database, ids)
  const inOrder = failures.map(({ item }) => item).toSorted((a, b) => a.id - b.id)
  expect(inOrder.map(({ attempts }) => attempts)).toEqual(
    expected.map(attempt => [
      { at: expect.any(String), duration_ms: expect.any(Number), ...attempt },
    ]),
  )
})
