import { randomBytes } from 'node:crypto'
import { TestClock } from 'pg-boss'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import {
  addTrackingNumber,
  deliver,
  MINUTE_MS,
  startEngine,
} from '../../testing/delivery-engine.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { setRows } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

const open = closedAfterEach()

describe('the signature', () => {
  it('is by both secrets after a rotation, and finally by the new one only', async () => {
    const receiver = await open(startReceiver())
    const database = await open(openTestDatabase({ testClock: true }))
    const number = await addTrackingNumber(database)
    const clock = new TestClock()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    await setRows(
      database.db,
      'tracking_number',
      {},
      {
        secret,
        previous_secret: number.secret,
        previous_secret_until: new Date(clock.now() + MINUTE_MS),
      },
    )
    const engine = await open(startEngine(database, { receivers: [receiver], clock }))
    const sendOne = async () => {
      await deliver(database, engine.queue, number.id, [receiver.url])
      engine.worker.wake()
      const sent = receiver.requests.length + 1
      await expect.poll(() => receiver.requests.length).toBe(sent)
      const { body = '', headers } = receiver.requests.at(-1) ?? {}
      return (by: string) => new Webhook(by).verify(body, Object(headers))
    }
    for (const wait of [0, MINUTE_MS - 1]) {
      await clock.setTime(clock.now() + wait)
      const verify = await sendOne()
      verify(secret)
      verify(number.secret)
    }
    await clock.setTime(clock.now() + 1)
    const verify = await sendOne()
    verify(secret)
    expect(() => verify(number.secret)).toThrow()
  })
})
