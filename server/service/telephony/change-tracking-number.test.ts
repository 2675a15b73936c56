import { beforeEach, expect, test } from 'vitest'
import { NUMBER, SETTINGS, serviceWithSwitch } from './testing/telephone-switch.ts'

const ONE = `tracking_numbers/${NUMBER}/`

const { ask } = serviceWithSwitch('P-1', 'P-2')
beforeEach(async () => {
  await ask('PUT', ONE, SETTINGS)
})

const now = async () => (await ask('GET', ONE)).body

test.each<[change: object, changed: object]>([
  [{}, {}],
  [{ missed_call_saver: false }, { missed_call_saver: false }],
  [{ phone_number: NUMBER, partner: 'P-1', ai_enabled: null }, { ai_enabled: false }],
  [
    { call_term_callbacks: 'https://RECEIVER.example:9443' },
    { call_term_callbacks: 'https://receiver.example:9443/' },
  ],
  [
    { mcs_call_term_callbacks: null, missed_call_saver: false },
    { mcs_call_term_callbacks: null, missed_call_saver: false },
  ],
  [
    {
      company: { reference: 'OTHER', name: 'Other', groups: [{ reference: 'G-7', name: 'Seven' }] },
    },
    {
      company: { reference: 'OTHER', name: 'Other', groups: [{ reference: 'G-7', name: 'Seven' }] },
    },
  ],
])('%j changes only that', async (change, changed) => {
  const before = await now()
  const answer = await ask('PATCH', ONE, change)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ...Object(before), ...changed })
  expect(await now()).toEqual(answer.body)
})

test.each<[change: object, answer: object]>([
  [{ call_term_callback: null }, { call_term_callback: [expect.any(String)] }],
  [
    { call_term_callbacks: null },
    { call_term_callbacks: [expect.stringContaining('ai_enabled is true')] },
  ],
  [
    { mcs_call_term_callbacks: null, missed_call_saver: true },
    { mcs_call_term_callbacks: [expect.stringContaining('missed_call_saver is true')] },
  ],
  [
    { call_term_callbacks: 'http://a.example/', company: { reference: 'TAKER', name: 'T' } },
    { call_term_callbacks: [expect.stringMatching(/https/i)] },
  ],
  [{ partner: 'P-2' }, { partner: [expect.stringContaining('"P-1"')] }],
  [{ phone_number: '27110000008' }, { phone_number: [expect.stringContaining(NUMBER)] }],
  [{ company: null }, { company: ['This field may not be null.'] }],
])('%j is refused and changes nothing', async (change, body) => {
  const before = await now()
  const answer = await ask('PATCH', ONE, change)
  expect(answer).toMatchObject({ status: 400 })
  expect(answer.body).toEqual(body)
  expect(await now()).toEqual(before)
})

test('simultaneous changes of different fields all take effect', async () => {
  const changes = [
    { ai_enabled: false },
    { missed_call_saver: false },
    { company: { reference: 'ACME', name: 'Acme at once' } },
    { call_term_callbacks: 'https://receiver.example:9443/new' },
    { mcs_call_term_callbacks: 'https://receiver.example:9443/newer' },
  ]
  const answers = await Promise.all(changes.map(change => ask('PATCH', ONE, change)))
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
  expect(await now()).toMatchObject(Object.assign({}, ...changes))
})

test('a change of an unknown number is a 404', async () => {
  expect(await ask('PATCH', 'tracking_numbers/27999999999/', {})).toMatchObject({
    status: 404,
    body: { detail: 'Not found.' },
  })
})
