// Long: the probe runs as a process and is interrupted.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '../server/testing/peers/test-upstream.ts'
import { COMPANY, type ForeignService, startForeignService } from './testing/foreign-service.ts'
import { differencesOf, findingsOf, runProbeAgainst } from './testing/run-probe-against.ts'

const LISTED = '27821230000'
const NUMBER = '27821230099'
const trial = { number: NUMBER, context: 'company' as const, entity: COMPANY }

let service: ForeignService
beforeEach(async () => {
  service = await startForeignService()
})
afterEach(() => service.close())

const posts = () => service.requests.filter(({ method }) => method === 'POST')
const blocks = () =>
  posts().filter(({ url, body }) => url === '/v1/blocklist/' && body.includes(NUMBER))

test('blocks the one number and unblocks it', async () => {
  const report = await runProbeAgainst(service.url, { trial })
  expect(report.stopped).toBeNull()
  expect(findingsOf(report)).toContain('holds blocking: ')
  expect(blocks()).toHaveLength(2)
  expect([...service.blocked]).toEqual([LISTED])
})

test.each([
  ['as it is sent', LISTED],
  ['in another format', '+27 (82) 123-0000'],
  ['as a number', 27821230000],
])('refuses a number that is on the list %s, and sends nothing', async (_, phone_number) => {
  service.except(({ url, headers }, response) => {
    if (!url?.startsWith('/v1/blocklist/?') || !headers.authorization?.endsWith('a')) return false
    answer(response, 200, [
      { entity: { reference: 'OTHER' }, blocked_phone_number_list: [{ phone_number }] },
    ])
    return true
  })
  const report = await runProbeAgainst(service.url, { trial: { ...trial, number: LISTED } })
  expect(report.stopped).toBe(
    '27…00 is on the blocklist already, so nothing was blocked. Give a number that is not.',
  )
  expect(posts()).toEqual([])
})

test.each([
  ['in another notation', ['0821230099']],
  ['not at all', []],
])('an accepted add that is listed %s is undone', async (_, phoneNumbers) => {
  service.except(({ method, url, headers }, response) => {
    const isList = method === 'GET' && url?.startsWith('/v1/blocklist/?')
    if (blocks().length === 0 || !isList || !headers.authorization?.endsWith('a')) return false
    const numbers = phoneNumbers.map(phone_number => ({ phone_number }))
    answer(response, 200, [{ entity: COMPANY, blocked_phone_number_list: numbers }])
    return true
  })
  const report = await runProbeAgainst(service.url, { trial })
  expect(report.stopped).toBeNull()
  expect(findingsOf(report).join()).toContain('fails blocking: the number is on the list 0 times')
  expect([...service.blocked]).toEqual([LISTED])
})

test('a change that fails half-way is undone', async () => {
  let failures = 1
  service.except(({ method }, response) => {
    if (blocks().length === 0 || method !== 'GET' || failures-- <= 0) return false
    answer(response, 503, { detail: 'Busy.' })
    return true
  })
  const report = await runProbeAgainst(service.url, { trial })
  expect(report.stopped).toBe(
    'The blocklist cannot be read: 503 with “Busy.”. The number is not on the blocklist, as before.',
  )
  expect(blocks()).toHaveLength(1)
  expect([...service.blocked]).toEqual([LISTED])
})

test('a change that is interrupted half-way is undone', async () => {
  const interruption = new AbortController()
  service.except(() => {
    if (blocks().length > 0) interruption.abort()
    return false
  })
  const report = await runProbeAgainst(service.url, { trial }, { interrupted: interruption.signal })
  expect(report.stopped).toMatch(/^The probe was interrupted\. The number is not on the blocklist/)
  expect(blocks()).toHaveLength(1)
  expect([...service.blocked]).toEqual([LISTED])
})

test('an unanswered add that takes effect late is undone', async () => {
  let isAccepted = false
  service.except(({ method, url, body }, response) => {
    const isAdd = method === 'POST' && url === '/v1/blocklist/' && body.includes(NUMBER)
    if (isAdd) {
      isAccepted = true
      response.destroy()
    }
    // It is carried out once the probe has looked and has not found it.
    else if (isAccepted) queueMicrotask(() => service.blocked.add(NUMBER))
    if (!isAdd) isAccepted = false
    return isAdd
  })
  const report = await runProbeAgainst(service.url, { trial })
  expect(differencesOf(report)).toContainEqual(
    expect.stringMatching(
      /^fails blocking: .*on the list 0 times after an add, .* no answer \(UND_ERR_SOCKET\)/,
    ),
  )
  expect([...service.blocked]).toEqual([LISTED])
})

test('a number that can’t be restored is reported, with what to do', async () => {
  service.except(({ url }, response) => {
    if (url !== '/v1/blocklist/unblock/' || blocks().length === 0) return false
    answer(response, 500, { detail: 'Broken.' })
    return true
  })
  const waited: number[] = []
  const wait = async (ms: number) => void waited.push(ms)
  const report = await runProbeAgainst(service.url, { trial }, { wait })
  expect(waited.filter(ms => ms >= 500)).toEqual([500, 1_000, 1_500, 2_000])
  expect(report.stopped).toBe(
    'PLEASE LOOK: 27…99 may still be blocked for company "ACME", because the probe could not unblock it (it is still on the list). Unblock it by hand.',
  )
})

test('a service that accepts any request is sent no number', async () => {
  service.except(({ method }, response) => {
    if (method !== 'POST') return false
    answer(response, 201, {})
    return true
  })
  const report = await runProbeAgainst(service.url, { trial })
  expect(report.stopped).toMatch(/^The service answered 201 to a body without entity and number/)
  expect(posts()).toHaveLength(1)
})

/** How the first add or unblock is answered, and what it does before. */
type Answered = [what: string, act: () => unknown, status: number, body: unknown, words: RegExp]

const block = () => service.blocked.add(NUMBER)
const otherRecord = {
  id: 1,
  entity_context_name: 'company',
  entity: { ...COMPANY, reference: 'OTHER' },
  blocked_phone_number_list: [],
}

test.each<Answered>([
  ['an add: 200', block, 200, { id: 1 }, /^differs blocking: an add: 200 with/],
  ['an add: 201 with nothing', block, 201, {}, /^differs blocking: an add: id: /],
  [
    'an add: 201 with the record of another entity',
    block,
    201,
    otherRecord,
    /^differs blocking: an add: entity.reference: /,
  ],
  [
    'an unblock: 204, and done',
    () => service.blocked.delete(NUMBER),
    204,
    '',
    /^differs blocking: an unblock: 204/,
  ],
  [
    'an unblock: 200, and not done',
    () => {},
    200,
    '',
    /^fails blocking: .*on the list 1 time after an unblock/,
  ],
])(
  'an answer that the interface does not have is reported: %s',
  async (name, act, status, body, words) => {
    const path = name.startsWith('an add') ? '/v1/blocklist/' : '/v1/blocklist/unblock/'
    let answers = 1
    service.except((request, response) => {
      const isOther = request.url !== path || !request.body.includes(NUMBER)
      if (isOther || answers-- <= 0) return false
      act()
      answer(response, status, body)
      return true
    })
    const report = await runProbeAgainst(service.url, { trial })
    expect(differencesOf(report)).toContainEqual(expect.stringMatching(words))
    expect([...service.blocked]).toEqual([LISTED])
  },
)
