import { expect, test } from 'vitest'
import { rowsOf, setRows } from '../../testing/rows.ts'
import { NOW } from '../../testing/test-service.ts'
import { NUMBER, SETTINGS, serviceWithSwitch } from './testing/telephone-switch.ts'

const ONE = `tracking_numbers/${NUMBER}/`
const SAVED = {
  ...SETTINGS,
  phone_number: NUMBER,
  company: { reference: 'ACME', name: 'Acme Motors', groups: [] },
}
const groups = (...references: string[]) =>
  references.map(reference => ({ reference, name: reference }))

const { service, ask } = await serviceWithSwitch('P-1', 'P-2')

test('is created, then changed, and its company is renamed', async () => {
  expect(await ask('GET', ONE)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  expect(await ask('PUT', ONE, SETTINGS)).toMatchObject({ status: 201, body: SAVED })
  const company = { reference: 'ACME', name: 'Acme' }
  const changed = { partner: 'P-1', company }
  const expected = {
    phone_number: NUMBER,
    partner: 'P-1',
    company: { ...company, groups: [] },
    call_term_callbacks: null,
    mcs_call_term_callbacks: null,
    ai_enabled: false,
    missed_call_saver: false,
  }
  const answer = await ask('PUT', ONE, changed)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(expected)
  expect((await ask('GET', ONE)).body).toEqual(expected)
  expect((await ask('GET', 'tracking_numbers/')).body).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: [expected],
  })
})

test('the answer of GET can be PUT again', async () => {
  await ask('PUT', ONE, SETTINGS)
  const { body } = await ask('GET', ONE)
  expect(await ask('PUT', ONE, Object(body))).toMatchObject({ status: 200, body })
})

test('null means the default for optional fields', async () => {
  const nothing = {
    phone_number: null,
    company: { ...SETTINGS.company, groups: null },
    call_term_callbacks: null,
    mcs_call_term_callbacks: null,
    ai_enabled: null,
    missed_call_saver: null,
  }
  expect(await ask('PUT', ONE, { ...SETTINGS, ...nothing })).toMatchObject({
    status: 200,
    body: { call_term_callbacks: null, ai_enabled: false, missed_call_saver: false },
  })
})

test("given groups become the company's only ones; without groups nothing changes", async () => {
  const put = async (company: object) =>
    (await ask('PUT', ONE, { ...SETTINGS, company: { ...SETTINGS.company, ...company } })).body
  const having = (...references: string[]) => ({ company: { groups: groups(...references) } })
  expect(await put({ groups: groups('G-2', 'G-1', 'G-2') })).toMatchObject(having('G-1', 'G-2'))
  expect(await put({ groups: groups('G-3', 'G-2') })).toMatchObject(having('G-2', 'G-3'))
  expect(await put({})).toMatchObject(having('G-2', 'G-3'))
  expect(await put({ groups: [] })).toMatchObject(having())
})

test("another partner's number can't be taken over, and a failed attempt changes nothing", async () => {
  await ask('PUT', ONE, SETTINGS)
  const company = { reference: 'TAKER', name: 'Taker', groups: groups('G-9') }
  expect(await ask('PUT', ONE, { ...SETTINGS, partner: 'P-2', company })).toMatchObject({
    status: 400,
    body: { phone_number: [expect.stringContaining('This number belongs to another partner.')] },
  })
  expect((await ask('GET', ONE)).body).toMatchObject({ partner: 'P-1' })
  const { db } = service.database
  const left = await rowsOf(db, 'company', { reference: 'TAKER' }, 'id')
  expect(left).toEqual([])
})

test('many simultaneous changes, with the groups in any order, all succeed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      ask('PUT', `tracking_numbers/2711000010${i % 4}/`, {
        ...SETTINGS,
        company: {
          reference: `C-${i % 3}`,
          name: 'C',
          groups: i % 2 ? groups('A', 'B', 'C') : groups('C', 'B', 'A'),
        },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array(8).fill(200),
    ...Array(4).fill(201),
  ])
})

test('the secret is rotated, and the old one also signs for a day', async () => {
  await ask('PUT', ONE, SETTINGS)
  const first = await ask('GET', `${ONE}secret/`)
  expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(first.body).toEqual({ secret, previous_secret_until: null })
  const rotated = await ask('POST', `${ONE}secret/`)
  expect(rotated.status).toBe(201)
  expect(rotated.body).toEqual({ secret, previous_secret_until: '2026-11-22T10:30:00.000+02:00' })
  expect(rotated.body).not.toMatchObject({ secret: Object(first.body).secret })
  expect((await ask('GET', `${ONE}secret/`)).body).toEqual(rotated.body)
  const kept = service.database.db.selectFrom('tracking_number').where('phone_number', '=', NUMBER)
  expect(await kept.select('previous_secret').executeTakeFirst()).toEqual({
    previous_secret: Object(first.body).secret,
  })
  await setRows(service.database.db, 'tracking_number', {}, { previous_secret_until: NOW })
  expect((await ask('GET', `${ONE}secret/`)).body).toMatchObject({ previous_secret_until: null })
  for (const method of ['GET', 'POST']) {
    expect(await ask(method, 'tracking_numbers/27999999999/secret/')).toMatchObject({
      status: 404,
    })
  }
})
