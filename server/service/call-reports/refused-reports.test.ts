import { beforeEach, expect, test } from 'vitest'
import { CALL, NUMBER, SETTINGS, serviceWithSwitch } from '../telephony/testing/telephone-switch.ts'

const REFUSED: [what: string, change: object, answer: unknown][] = [
  [
    'an unknown tracking number',
    { tracking_number: '27999999999' },
    { tracking_number: ['There is no tracking number 27999999999.'] },
  ],
  [
    'an end before the start',
    { call_end_stamp: '2026-11-21T07:59:59Z' },
    { call_end_stamp: ['A call cannot end before it starts.'] },
  ],
  ...['2026-11-21T08:59:59', 'yesterday', '', '2026-02-30T08:00:00Z', '1795251599'].flatMap(
    (stamp): [string, object, unknown][] =>
      ['call_start_stamp', 'call_end_stamp'].map(field => [
        `${JSON.stringify(stamp)} as ${field}`,
        { [field]: stamp },
        { [field]: [expect.stringMatching(/^Datetime has wrong format\. /)] },
      ]),
  ),
  [
    'a stamp of another century',
    { call_end_stamp: '9999-12-31T23:59:59-12:00' },
    { call_end_stamp: ['Enter a time between the years 2000 and 2099.'] },
  ],
  [
    'a start of another century',
    { call_start_stamp: '9999-12-31T23:59:59Z' },
    { call_start_stamp: ['Enter a time between the years 2000 and 2099.'] },
  ],
  ...[
    '',
    'recording-1',
    'javascript:alert(1)',
    'ftp://recordings.example/1',
    'https:recordings.example/1',
    'https://',
    'https://recordings.example/a b',
    'https://recordings.example/\0',
  ].map((recording_url): [string, object, unknown] => [
    `${JSON.stringify(recording_url)} as a recording`,
    { recording_url },
    { recording_url: [expect.any(String)] },
  ]),
  [
    'a caller that is none',
    { caller_number: '0821234567' },
    { caller_number: [expect.stringContaining('7 to 15 digits')] },
  ],
  [
    'no caller at all',
    { caller_number: undefined },
    { caller_number: ['This field is required.'] },
  ],
  ['a null character', { reference: 'a\0b' }, { reference: ['Null characters are not allowed.'] }],
  [
    'half a character',
    { contact: { reference: 'A-1', name: '\ud800' } },
    { contact: { name: ['This text is not valid Unicode.'] } },
  ],
  ['an id that is text', { call_id: '1' }, { call_id: ['A valid integer is required.'] }],
  ['an id that is a fraction', { call_id: 1.5 }, { call_id: ['A valid integer is required.'] }],
  ['an id that is no id', { call_id: 0 }, { call_id: ['Ensure this value is greater than 0.'] }],
  [
    'an id too large',
    { call_id: 2 ** 60 },
    { call_id: [expect.stringMatching(/^Ensure this value is less than or equal to /)] },
  ],
  [
    'a duration below nothing',
    { call_duration: -1 },
    { call_duration: ['Ensure this value is greater than or equal to 0.'] },
  ],
  ['answered in words', { answered: 'yes' }, { answered: ['Must be a valid boolean.'] }],
]

const { service, ask } = serviceWithSwitch('P-1')
beforeEach(async () => {
  const { db } = service.database
  await db.deleteFrom('delivery').execute()
  await db.deleteFrom('tracked_call').execute()
  await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)
})

const deliveries = () =>
  service.database.db.selectFrom('delivery').selectAll().orderBy('id').execute()

test.each(REFUSED)('%s is refused', async (_what, change, answer) => {
  const refused = await ask('POST', 'calls/', { ...CALL, ...change })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual(answer)
  expect(await deliveries()).toEqual([])
})
