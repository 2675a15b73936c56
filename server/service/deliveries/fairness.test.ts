import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { addTrackingNumber, deliver, startEngine } from '../../testing/delivery-engine.ts'
import { DATABASES, openTestDatabase } from '../../testing/test-database.ts'
import { startReceiver } from '../../testing/test-receiver.ts'
import { AT_A_TIME_TO_ONE_RECEIVER } from './delivery-queue.ts'

const open = closedAfterEach()

/** A receiver that counts how many requests it holds at a time, and answers each once `until` says. */
async function countingReceiver(until: () => Promise<unknown>) {
  let inFlight = 0
  const receiver = await open(
    startReceiver(async (_request, response) => {
      inFlight += 1
      counting.most = Math.max(counting.most, inFlight)
      response.on('close', () => {
        inFlight -= 1
      })
      await until()
      response.end()
    }),
  )
  const counting = { receiver, url: receiver.url, most: 0 }
  return counting
}

async function statesOf({ db }: Database, ids: number[]) {
  const rows = await db.selectFrom('delivery').select(['id', 'state']).execute()
  return new Set(rows.filter(({ id }) => ids.includes(id)).map(({ state }) => state))
}

it.each(DATABASES)(
  'a receiver that hangs delays no other one (%s)',
  async kind => {
    const released = Promise.withResolvers<void>()
    const hanging = await countingReceiver(() => released.promise)
    const healthy = await Promise.all([1, 2, 3, 4, 5].map(() => open(startReceiver())))
    const database = await open(openTestDatabase(kind))
    const number = await addTrackingNumber(database)
    const receivers = [hanging.receiver, ...healthy]
    const engine = await open(startEngine(database, { receivers, deadlineMs: 60_000 }))

    const many = Array.from({ length: 1_000 }, () => hanging.url)
    const stuck = await deliver(database, engine.queue, number.id, many)
    engine.worker.wake()
    await expect
      .poll(() => hanging.receiver.requests.length, { timeout: 20_000 })
      .toBe(AT_A_TIME_TO_ONE_RECEIVER)
    const others = Array.from({ length: 20 }, () => healthy.map(({ url }) => url)).flat()
    const ids = await deliver(database, engine.queue, number.id, others)
    engine.worker.wake()
    await expect
      .poll(() => statesOf(database, ids), { timeout: 20_000 })
      .toEqual(new Set(['delivered']))
    for (const { requests } of healthy) expect(requests).toHaveLength(20)
    expect(hanging.receiver.requests).toHaveLength(AT_A_TIME_TO_ONE_RECEIVER)
    expect(await statesOf(database, stuck)).toEqual(new Set(['waiting']))

    released.resolve()
    await expect
      .poll(() => statesOf(database, stuck), { timeout: 25_000 })
      .toEqual(new Set(['delivered']))
    expect(hanging.receiver.requests).toHaveLength(stuck.length)
    expect(hanging.most).toBe(AT_A_TIME_TO_ONE_RECEIVER)
  },
  60_000,
)

it('what an outage left behind comes to no receiver in a stampede, of two processes either', async () => {
  const receivers = await Promise.all([1, 2, 3].map(() => countingReceiver(() => sleep(15))))
  const database = await open(openTestDatabase('postgres'))
  const number = await addTrackingNumber(database)
  const given = { receivers: receivers.map(({ receiver }) => receiver) }
  const first = await open(startEngine(database, given))
  const second = await open(startEngine(database, given))

  const urls = Array.from({ length: 250 }, () => receivers.map(({ url }) => url)).flat()
  const ids = await deliver(database, first.queue, number.id, urls)
  // Both are woken again and again, as by reports that come in meanwhile.
  const waking = setInterval(() => {
    first.worker.wake()
    second.worker.wake()
  }, 5)
  await expect
    .poll(() => statesOf(database, ids), { timeout: 25_000 })
    .toEqual(new Set(['delivered']))
    .finally(() => clearInterval(waking))
  for (const { receiver, most } of receivers) {
    expect(receiver.requests).toHaveLength(250)
    expect(most).toBeLessThanOrEqual(AT_A_TIME_TO_ONE_RECEIVER)
  }
}, 60_000)
