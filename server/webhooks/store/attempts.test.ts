import { randomBytes } from 'node:crypto'
import { TestClock } from 'pg-boss'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { Cause } from '../../../contract/cause.ts'
import { FailedEventRecord } from '../../../contract/failed-event.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import {
  addTrackingNumber,
  deliver,
  MINUTE_MS,
  startEngine,
} from '../../testing/delivery-engine.ts'
import { type Behaviour, startReceiver } from '../../testing/peers/test-receiver.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

const open = closedAfterEach()

describe('an attempt', () => {
  it('with the answer 200 ends the delivery; any other result fails with its cause', async () => {
    const target = await open(startReceiver())
    const cases: [Behaviour | 'refused', number | null, string | null, Cause?][] = [
      [200, 200, null],
      [201, 201, 'answered 201; only 200 counts'],
      [204, 204, 'answered 204; only 200 counts'],
      [404, 404, 'answered 404; only 200 counts'],
      [500, 500, 'answered 500; only 200 counts'],
      [
        (_request, response) => void response.writeHead(301, { location: target.url }).end(),
        301,
        'answered 301, a redirect; redirects are not followed',
      ],
      [() => {}, null, 'did not answer within 1 seconds', { code: 'timeout', seconds: 1 }],
      ['refused', null, 'refused the connection', { code: 'refused' }],
    ]
    const receivers = await Promise.all(
      cases.map(([behaviour]) => startReceiver(behaviour === 'refused' ? 200 : behaviour)),
    )
    for (const [index, receiver] of receivers.entries()) {
      if (cases[index]?.[0] === 'refused') await receiver.close()
      else await open(receiver)
    }
    const database = await open(openTestDatabase())
    const number = await addTrackingNumber(database)
    const engine = await open(
      startEngine(database, {
        receivers: [...receivers, target],
        schedule: [],
        timings: { attemptDeadlineMs: 1_000 },
      }),
    )
    const urls = receivers.map(({ url }) => url)
    const ids = await deliver(database, engine.queue, number.id, urls)
    engine.worker.wake()

    const waiting = () =>
      database.db.selectFrom('delivery').select('id').where('state', '=', 'waiting').execute()
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
    const attempts = await database.db
      .selectFrom('delivery')
      .leftJoin('delivery_attempt', 'delivery.id', 'delivery_attempt.delivery_id')
      .select(['id', 'number', 'status', 'error', 'state', 'attempts'])
      .orderBy('id')
      .execute()
    expect(attempts).toEqual(
      cases.map(([, status, error], index) => ({
        id: ids[index],
        // A first attempt that succeeds is recorded only in its delivery.
        number: error === null ? null : 1,
        status: error === null ? null : status,
        error,
        state: error === null ? 'delivered' : 'failed',
        attempts: 1,
      })),
    )
    const failures = await database.db.selectFrom('failed_event').select(['id', 'item']).execute()
    expect(failures.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
    for (const { id, item } of failures) {
      const [, status, error, cause] = cases[ids.indexOf(id)] ?? []
      const { attempts: listed } = FailedEventRecord.parse(JSON.parse(item))
      expect(listed).toEqual([
        { at: expect.any(String), status, error, cause, duration_ms: expect.any(Number) },
      ])
    }
    expect(target.requests).toEqual([])
  })
})

describe('the signature', () => {
  it('of each attempt is valid, with one id', async () => {
    const receiver = await open(startReceiver(500))
    const database = await open(openTestDatabase())
    const number = await addTrackingNumber(database)
    const engine = await open(startEngine(database, { receivers: [receiver], schedule: [1, 1, 1] }))
    const [id] = await deliver(database, engine.queue, number.id, [receiver.url])
    await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(4)
    for (const { body, headers } of receiver.requests) {
      const signed = Object(headers)
      expect(new Webhook(number.secret).verify(body, signed)).toEqual(JSON.parse(body))
      expect(() => new Webhook(number.secret).verify(`${body} `, signed)).toThrow()
      expect(headers['webhook-id']).toBe(String(id))
    }
  })

  it('is by both secrets after a rotation, and finally by the new one only', async () => {
    const receiver = await open(startReceiver())
    const database = await open(openTestDatabase({ testClock: true }))
    const number = await addTrackingNumber(database)
    const clock = new TestClock()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    await database.db
      .updateTable('tracking_number')
      .set({
        secret,
        previous_secret: number.secret,
        previous_secret_until: new Date(clock.now() + MINUTE_MS),
      })
      .execute()
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
