import { expect, test } from 'vitest'
import { ReceiverHealth } from '../../../contract/receiver.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addRow } from '../../testing/rows.ts'
import { addPartner, NOW, openTestService } from '../../testing/test-service.ts'

const service = await closedAfterAll(openTestService())
const { db } = service.database

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

type Delivery = {
  url: string
  state: 'waiting' | 'delivered' | 'failed'
  /** When it was settled, or will be; it was created one minute before. */
  minutes: number
  attempts?: number
}

async function addDeliveries(partner: { id: number }, deliveries: Delivery[]): Promise<void> {
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('partner_id', '=', partner.id)
    .executeTakeFirst()
  const number = await addRow(db, 'tracking_number', {
    partner_id: partner.id,
    phone_number: `27${partner.id}`,
    company_id: company?.id,
  })
  for (const [index, { url, state, minutes, attempts = 0 }] of deliveries.entries()) {
    const id = partner.id * 1_000 + index
    await addRow(db, 'tracked_call', {
      id,
      tracking_number_id: number.id,
      ended_at: NOW,
      analysed_at: null,
    })
    await addRow(db, 'delivery', {
      ...{ call_id: id, tracking_number_id: number.id, partner_id: partner.id },
      ...{ event: 'call_termination', callback_url: url, payload: '{}', state, attempts },
      created_at: minutesAgo(minutes + 1),
      next_attempt_at: NOW,
      settled_at: state === 'waiting' ? null : minutesAgo(minutes),
    })
  }
}

async function healthOf(token: string) {
  const { body } = await service.ask('GET', '/v1/receiver_health/', { token })
  return ReceiverHealth.parse(body).results
}

test('the deliveries of 24 hours are counted by callback URL without its query', async () => {
  const partner = await addPartner(service.database, 'acme', { companies: ['Acme Cars'] })
  const url = 'https://crm.example/hook'
  await addDeliveries(partner, [
    { url, state: 'delivered', minutes: 25 * 60 },
    { url, state: 'delivered', minutes: 90 },
    { url, state: 'failed', minutes: 60 },
    { url: `${url}?key=1`, state: 'delivered', minutes: 30 },
    { url: `${url}?key=2`, state: 'delivered', minutes: 10 },
    { url, state: 'waiting', minutes: 5, attempts: 1 },
    { url, state: 'waiting', minutes: 5 },
  ])
  expect(await healthOf(partner.token)).toEqual([
    {
      callback_url: url,
      companies: ['Acme Cars'],
      delivered: 3,
      failed: 1,
      retrying: 1,
      median_ms: 60_000,
      last_delivered_at: '2026-11-21T10:20:00.000+02:00',
      recovered_at: '2026-11-21T10:00:00.000+02:00',
    },
  ])
})

test('a partner sees only the deliveries of its own numbers', async () => {
  const [one, other] = [
    await addPartner(service.database, 'bela'),
    await addPartner(service.database, 'zulu'),
  ]
  await addDeliveries(one, [{ url: 'https://bela.example/', state: 'delivered', minutes: 1 }])
  expect(await healthOf(other.token)).toEqual([])
})

test('nobody sees anything without a token, or changes anything', async () => {
  const { token } = await addPartner(service.database, 'quiet')
  expect((await service.ask('GET', '/v1/receiver_health/')).status).toBe(401)
  expect((await service.ask('POST', '/v1/receiver_health/', { token })).status).toBe(405)
})
