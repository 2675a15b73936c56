import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { NUMBER, SETTINGS, serviceWithSwitch } from './testing/telephone-switch.ts'
import { removeTrackingNumbers } from './tracking-number-repository.ts'

const ONE = `tracking_numbers/${NUMBER}/`

const REFUSED: [what: string, change: object, answer: unknown][] = [
  [
    'an unknown partner',
    { partner: 'P-9' },
    { partner: ['There is no partner with the reference "P-9".'] },
  ],
  ['a null character', { partner: 'P\0' }, { partner: ['Null characters are not allowed.'] }],
  [
    'a reference without end',
    { company: { reference: randomBytes(4_000).toString('hex'), name: 'Acme' } },
    { company: { reference: ['Ensure this field has no more than 255 characters.'] } },
  ],
  [
    "a group's",
    {
      company: {
        ...SETTINGS.company,
        groups: [{ reference: randomBytes(4_000).toString('hex'), name: 'G' }],
      },
    },
    {
      company: {
        groups: { 0: { reference: ['Ensure this field has no more than 255 characters.'] } },
      },
    },
  ],
  [
    'an invisible character in a URL',
    { call_term_callbacks: 'https://receiver.example:9443/ca\u00adlls' },
    { call_term_callbacks: [expect.stringMatching(/invisible character \(U\+.*“.*\/ca”/)] },
  ],
  [
    'a misspelt field',
    { call_term_callback: 'https://receiver.example:9443/calls' },
    {
      call_term_callback: [expect.stringMatching(/^Unknown field; .*: .*call_term_callbacks/)],
    },
  ],
  [
    'misspelt fields of nested objects, each at its place',
    { company: { ...SETTINGS.company, nmae: 'A', groups: [{ reference: 'G', name: 'G', id: 1 }] } },
    {
      company: {
        nmae: [expect.stringContaining('reference, name, groups')],
        groups: { 0: { id: [expect.stringContaining('reference, name.')] } },
      },
    },
  ],
  [
    "another number than the address's",
    { phone_number: '27110000008' },
    { phone_number: [expect.stringContaining('27110000009')] },
  ],
  [
    'AI events without a URL',
    { call_term_callbacks: null },
    { call_term_callbacks: [expect.stringMatching(/required while ai_enabled is true/)] },
  ],
  [
    'missed calls without a URL, together with an HTTP URL',
    { call_term_callbacks: 'http://a.example/', mcs_call_term_callbacks: null },
    {
      call_term_callbacks: [expect.stringMatching(/https/i)],
      mcs_call_term_callbacks: [expect.stringMatching(/required while missed_call_saver is true/)],
    },
  ],
  [
    'a URL without end',
    { call_term_callbacks: `https://a.example/${'a'.repeat(2_000)}` },
    { call_term_callbacks: ['Ensure this field has no more than 2000 characters.'] },
  ],
  [
    'URLs of HTTP, each under its field',
    { call_term_callbacks: 'http://a.example/', mcs_call_term_callbacks: 'http://a.example/' },
    {
      call_term_callbacks: [expect.stringMatching(/https/i)],
      mcs_call_term_callbacks: [expect.stringMatching(/https/i)],
    },
  ],
  ...['https://127.0.0.1/', 'https://receiver.example:9444/', 'nonsense'].map(
    (url): [string, object, unknown] => [
      url,
      { mcs_call_term_callbacks: url },
      { mcs_call_term_callbacks: [expect.any(String)] },
    ],
  ),
]

const { ask, service } = await serviceWithSwitch('P-1', 'P-2')
const now = async () => (await ask('GET', ONE)).body

beforeEach(async () => {
  await ask('PUT', ONE, SETTINGS)
})

test.each(REFUSED)('%s is refused', async (_what, change, answer) => {
  const path = 'tracking_numbers/27110000009/'
  const refused = await ask('PUT', path, { ...SETTINGS, ...change })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual(answer)
  expect(await ask('GET', path)).toMatchObject({ status: 404 })
})

test('an invalid number is refused', async () => {
  expect(await ask('PUT', 'tracking_numbers/0110000001/', SETTINGS)).toMatchObject({
    status: 400,
    body: { phone_number: [expect.stringContaining('7 to 15 digits')] },
  })
})

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

test('a change of a number that is removed in the meantime is a 404', async () => {
  const { db } = service.database
  const removing = await db.startTransaction().execute()
  await removeTrackingNumbers(removing, { phone_number: NUMBER })
  const changing = ask('PATCH', ONE, { ai_enabled: false })
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows.length > 0
  })
  await removing.commit().execute()
  expect(await changing).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
})
