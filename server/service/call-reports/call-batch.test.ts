import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_CALLS_PER_REQUEST } from '../../../contract/telephony.ts'
import { rowsOf } from '../../testing/rows.ts'
import { CALL, NUMBER, SETTINGS, serviceWithSwitch } from '../telephony/testing/telephone-switch.ts'

const { service, ask } = await serviceWithSwitch('P-1')
await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)

const batch = (...calls: unknown[]) => ask('POST', 'calls/batch/', { calls })
const call = (call_id: number, changes: object = {}) => ({ ...CALL, call_id, ...changes })
const countDeliveries = async () => {
  const query = service.database.db
    .selectFrom('delivery')
    .select(eb => eb.fn.countAll<number>().as('n'))
  return (await query.executeTakeFirstOrThrow()).n
}

test('each call is accepted or rejected separately, as a single report is, and in its place', async () => {
  expect(await ask('POST', 'calls/', call(2))).toMatchObject({ status: 201 })
  const before = await countDeliveries()
  const answer = await batch(
    call(1),
    call(2),
    call(2, { answered: false }),
    call(3, { tracking_number: '27999999999' }),
    call(4, { caller_number: '+27', recording_url: 'javascript:1' }),
    'nonsense',
    call(5, { answered: false, colour: 'red', contact: { ...CALL.contact, shoe: 43 } }),
    call(1),
    call(1, { reference: 'another' }),
  )
  expect(answer.status).toBe(200)
  const ended = { id: expect.any(Number), event: 'call_termination' }
  const missed = { id: expect.any(Number), event: 'missed_call_saver' }
  const taken = (status: number, report: object) => ({ status, report, error: null })
  const refused = (status: number, error: object) => ({ status, report: null, error })
  expect(Object(answer.body).results).toEqual([
    taken(201, { call_id: 1, deliveries: [ended] }),
    taken(200, { call_id: 2, deliveries: [ended] }),
    refused(409, {
      detail: expect.stringContaining('reported before with other content in answered'),
    }),
    refused(400, { tracking_number: ['There is no tracking number 27999999999.'] }),
    refused(400, { caller_number: [expect.any(String)], recording_url: [expect.any(String)] }),
    refused(400, { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }),
    taken(201, {
      call_id: 5,
      deliveries: [ended, missed],
      ignored_fields: ['colour', 'contact.shoe'],
    }),
    taken(200, { call_id: 1, deliveries: [ended] }),
    refused(409, { detail: expect.stringContaining('Call 1 was reported before') }),
  ])
  expect(await countDeliveries()).toBe(before + 3)
  // The switch got no answer and sends it again.
  const again = await batch(call(1), call(5, { answered: false }))
  expect(Object(again.body).results).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(await countDeliveries()).toBe(before + 3)
})

test('each event has a job for its first attempt', async () => {
  const { body } = await batch(call(21), call(22, { answered: false }))
  const { results } = Object(body)
  const ids = results.flatMap(({ report }: { report: { deliveries: { id: number }[] } }) =>
    report.deliveries.map(({ id }) => id),
  )
  expect(ids).toHaveLength(3)
  const rows = await rowsOf(
    service.database.db,
    'delivery',
    { id: ids },
    'state',
    'attempts',
    'partner_id',
  )
  expect(rows).toEqual(Array(3).fill({ state: 'waiting', attempts: 0, partner_id: 1 }))
  const jobs = await sql<{ id: number }>`
    select (data ->> 'deliveryId')::int as id from job_queue.job
    where data ->> 'deliveryId' = any (${ids.map(String)}::text[]) order by 1
  `.execute(service.database.db)
  expect(jobs.rows.map(({ id }) => id)).toEqual(ids)
})

test('calls in two simultaneous batches, in any order, are accepted once', async () => {
  const calls = Array.from({ length: 50 }, (_, i) => call(100 + i))
  const before = await countDeliveries()
  const answers = await Promise.all([
    batch(...calls),
    batch(...calls.toReversed()),
    batch(...calls.slice(20), ...calls.slice(0, 20)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const statuses = answers.flatMap(({ body }) =>
    Object(body).results.map(({ status }: { status: number }) => status),
  )
  expect(statuses.filter(status => status === 201)).toHaveLength(50)
  expect(statuses.filter(status => status === 200)).toHaveLength(100)
  expect(await countDeliveries()).toBe(before + 50)
})

test('a batch has 1 to 500 calls', async () => {
  const field = (message: string) => ({ calls: { non_field_errors: [message] } })
  expect(await batch()).toMatchObject({ status: 400, body: field('This list may not be empty.') })
  const calls = Array.from({ length: MAX_CALLS_PER_REQUEST }, (_, i) => call(1_000 + i))
  expect(await batch(...calls, call(1))).toMatchObject({
    status: 400,
    body: field('Ensure this field has no more than 500 elements.'),
  })
  const { status, body } = await batch(...calls)
  expect(status).toBe(200)
  expect(Object(body).results).toHaveLength(500)
  expect(await ask('POST', 'calls/batch/', { call: [] })).toMatchObject({
    status: 400,
    body: { calls: ['This field is required.'], call: [expect.any(String)] },
  })
})
