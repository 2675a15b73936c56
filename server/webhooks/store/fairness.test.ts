import { expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { addTrackingNumber, deliver, startEngine } from '../../testing/delivery-engine.ts'
import { type Behaviour, slowly, startReceiver } from '../../testing/peers/test-receiver.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { MAX_CONCURRENT_PER_RECEIVER } from '../engine/receiver-limit.ts'

const open = closedAfterEach()
const takesAWhile = slowly(15)

/** A receiver that counts how many requests it holds at a time. */
async function countingReceiver(behave: Exclude<Behaviour, number>) {
  let inFlight = 0
  const receiver = await open(
    startReceiver((request, response) => {
      inFlight += 1
      counting.most = Math.max(counting.most, inFlight)
      response.on('close', () => {
        inFlight -= 1
      })
      return behave(request, response)
    }),
  )
  const counting = { receiver, url: receiver.url, most: 0 }
  return counting
}

async function statesOf({ db }: Database, ids: number[]) {
  const rows = await db.selectFrom('delivery').select(['id', 'state']).execute()
  return new Set(rows.filter(({ id }) => ids.includes(id)).map(({ state }) => state))
}

it('no receiver gets a stampede after an outage, also with two processes', async () => {
  let wake = () => {}
  const receivers = await Promise.all(
    [1, 2, 3].map(() =>
      countingReceiver((request, response) => {
        wake()
        return takesAWhile(request, response)
      }),
    ),
  )
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const given = { receivers: receivers.map(({ receiver }) => receiver) }
  const first = await open(startEngine(database, given))
  const second = await open(startEngine(database, given))

  const urls = Array.from({ length: 120 }, () => receivers.map(({ url }) => url)).flat()
  const ids = await deliver(database, first.queue, number.id, urls)
  // Both are woken repeatedly, as by reports that arrive in the meantime.
  wake = () => {
    first.worker.wake()
    second.worker.wake()
  }
  wake()
  await expect
    .poll(() => statesOf(database, ids), { timeout: 25_000 })
    .toEqual(new Set(['delivered']))
  for (const { receiver, most } of receivers) {
    expect(receiver.requests).toHaveLength(120)
    expect(most).toBeLessThanOrEqual(MAX_CONCURRENT_PER_RECEIVER)
  }
}, 60_000)
