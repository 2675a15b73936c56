// Long: each test waits for deliveries of a number that is removed.
import { beforeEach, expect, test } from 'vitest'
import { addRow, onlyRow } from '../../testing/rows.ts'
import { NOW } from '../../testing/test-service.ts'
import { replayHeaders } from '../../webhooks/store/replay-headers.ts'
import {
  ANALYSIS,
  CALL,
  CALLER,
  NUMBER,
  SETTINGS,
  serviceWithSwitch,
} from './testing/telephone-switch.ts'

const ONE = `tracking_numbers/${NUMBER}/`
const MOVED = {
  partner: 'P-2',
  company: { reference: 'NEW', name: 'New Motors' },
  call_term_callbacks: 'https://receiver.example:9443/new',
}

const { service, ask } = await serviceWithSwitch('P-1', 'P-2')

let callId = 0
beforeEach(async () => {
  callId += 1
  await ask('DELETE', ONE)
  await ask('PUT', ONE, SETTINGS)
})

const report = () => ask('POST', 'calls/', { ...CALL, call_id: callId })
const unknown = { status: 404, body: { detail: 'Not found.' } }

test('a number that is removed is unknown, and can be made again by anybody', async () => {
  const listed = async () => Object((await ask('GET', 'tracking_numbers/')).body)
  expect(await listed()).toMatchObject({ count: 1 })
  expect(await ask('DELETE', ONE)).toMatchObject({ status: 204, text: '' })
  expect(await listed()).toEqual({ count: 0, next: null, previous: null, results: [] })
  for (const [method, path, body] of [
    ['GET', ONE],
    ['PATCH', ONE, {}],
    ['DELETE', ONE],
    ['GET', `${ONE}secret/`],
    ['POST', `${ONE}move/`, MOVED],
    ['POST', 'callers/check/', { tracking_number: NUMBER, caller_number: CALLER }],
  ] as const) {
    expect(await ask(method, path, body)).toMatchObject(unknown)
  }
  expect(await report()).toMatchObject({
    status: 400,
    body: { tracking_number: [`There is no tracking number ${NUMBER}.`] },
  })
  expect(await ask('PUT', ONE, MOVED)).toMatchObject({ status: 201, body: { partner: 'P-2' } })
})

test('repeated reports of a removed number are answered, and waiting events are sent', async () => {
  const first = await report()
  const { deliveries } = Object(first.body)
  const secret = Object((await ask('GET', `${ONE}secret/`)).body).secret
  await ask('DELETE', ONE)
  expect(await report()).toMatchObject({ status: 200, body: first.body })
  const other = { ...CALL, call_id: callId, answered: false }
  expect(await ask('POST', 'calls/', other)).toMatchObject({ status: 400 })
  expect(await ask('POST', 'analyses/', { ...ANALYSIS, call_id: callId })).toMatchObject({
    status: 201,
    body: { deliveries: [] },
  })
  const waiting = await service.database.db
    .selectFrom('delivery')
    .innerJoin('tracking_number', 'tracking_number.id', 'delivery.tracking_number_id')
    .select(['delivery.id', 'callback_url', 'state', 'secret', 'tracking_number.partner_id'])
    .where('call_id', '=', callId)
    .execute()
  expect(waiting).toMatchObject([
    {
      id: deliveries[0].id,
      callback_url: SETTINGS.call_term_callbacks,
      state: 'waiting',
      secret,
      partner_id: 1,
    },
  ])
})

test('a replay of an event of a removed number is signed with its secret', async () => {
  const { db } = service.database
  await report()
  const { id, payload } = await onlyRow(db, 'delivery', { call_id: callId })
  const failed = { list: 'call_events_fail', day: '2026-11-21', item: '{}' } as const
  await addRow(db, 'failed_event', { ...failed, id, partner_id: 1, position: callId })
  const event = { id: String(id), payload }
  const sign = async () => (await replayHeaders(db, [event]))(event, NOW)?.['webhook-signature']
  const before = await sign()
  expect(before).toMatch(/^v1,/)
  await ask('DELETE', ONE)
  expect(await sign()).toBe(before)
  // Created again, it has a new secret, which its receiver uses.
  await ask('PUT', ONE, SETTINGS)
  expect(await sign()).toMatch(/^v1,/)
  expect(await sign()).not.toBe(before)
})

test('a moved number takes nothing of the former partner to the new one', async () => {
  await report()
  const secret = Object((await ask('GET', `${ONE}secret/`)).body).secret
  const moved = await ask('POST', `${ONE}move/`, MOVED)
  expect(moved).toMatchObject({
    status: 200,
    body: { ...MOVED, phone_number: NUMBER, mcs_call_term_callbacks: null, ai_enabled: false },
  })
  expect((await ask('GET', ONE)).body).toEqual(moved.body)
  expect(Object((await ask('GET', `${ONE}secret/`)).body).secret).not.toBe(secret)
  const { body } = await ask('GET', `calls/${callId}/`)
  expect(body).toMatchObject({ partner: 'P-1', tracking_number: NUMBER })
  callId += 1
  expect(await report()).toMatchObject({ status: 201 })
  expect((await ask('GET', `calls/${callId}/`)).body).toMatchObject({
    partner: 'P-2',
    deliveries: [{ callback_url: MOVED.call_term_callbacks }],
  })
})

test('a move needs another existing partner, and a refused move changes nothing', async () => {
  const refused = (body: object) => ask('POST', `${ONE}move/`, body)
  const company = { reference: 'STAYS-NOT', name: 'S' }
  expect(await refused({ ...SETTINGS, company })).toMatchObject({
    status: 400,
    body: { partner: [expect.stringContaining('belongs to the partner "P-1" already')] },
  })
  expect(await refused({ ...MOVED, partner: 'nobody', company })).toMatchObject({
    status: 400,
    body: { partner: ['There is no partner with the reference "nobody".'] },
  })
  expect(await refused({ ...MOVED, ai_enabled: true, call_term_callbacks: null })).toMatchObject({
    status: 400,
    body: { call_term_callbacks: [expect.stringContaining('while ai_enabled is true')] },
  })
  expect(await ask('GET', `${ONE}move/`)).toMatchObject({ status: 405 })
  expect((await ask('GET', ONE)).body).toMatchObject({ partner: 'P-1' })
  expect(Object((await ask('GET', 'companies/?reference=STAYS-NOT')).body).count).toBe(0)
})

test('simultaneous moves and changes of one number leave it consistent', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      i % 2
        ? ask('POST', `${ONE}move/`, i % 4 === 1 ? MOVED : SETTINGS)
        : ask('PUT', ONE, i % 4 ? MOVED : SETTINGS),
    ),
  )
  expect(answers.filter(({ status }) => ![200, 201, 400, 404].includes(status))).toEqual([])
  expect(Object((await ask('GET', 'tracking_numbers/')).body).count).toBe(1)
})
