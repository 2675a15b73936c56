import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { DayCountLine } from '../../../contract/day-counts.ts'
import { FirstAnswers } from '../../../contract/document-data.ts'
import { RecoveredDays } from '../../../contract/event-state.ts'
import { EventGroups, ReadingStatus } from '../../../contract/events.ts'
import { READER_HEADER } from '../../http/bearer-key.ts'
import { detailError } from '../../http/http-error.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer, EMPTY_PAGE } from '../../testing/peers/test-upstream.ts'
import { addRows, rowsOf } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { signIn } from '../../testing/test-gateway.ts'

const folder = testFolder()
writeFileSync(join(folder, 'index.html'), '<body><!--%FIRST_ANSWERS%--></body>')

const database = await openTestDatabase()

/** As if the upstream were our own service. */
const both = gatewayAndUpstream({
  database,
  own: {
    async accountOf() {
      if (isRefused) throw detailError(401, 'Invalid token.')
      return 'account'
    },
    async countDays(authorization, days) {
      countedFor.push(authorization)
      return days.map(day => ({ ...day, count: 3 }))
    },
  },
  dashboardFolder: folder,
})

let cookie = ''
let isRefused = false
let countedFor: string[] = []
beforeEach(async () => {
  isRefused = false
  countedFor = []
  cookie = await signIn(both.gateway, { token: TOKEN })
})

const documentOf = async (path: string) =>
  (await fetch(both.url(path), { headers: { cookie, accept: 'text/html' } })).text()

/** What the document has for the first requests of its page. */
async function firstAnswersOf(path: string): Promise<FirstAnswers> {
  const [, json = ''] = /id="first-answers"[^>]*>(.*?)<\/script>/.exec(await documentOf(path)) ?? []
  return FirstAnswers.parse(JSON.parse(json))
}

test('the list of a document is read as the person, without the rights of the gateway', async () => {
  both.upstream.behave((_, response) => answer(response, 200, EMPTY_PAGE))
  const [list] = await firstAnswersOf('/failed-calls?from=2026-11-21&to=2026-11-21')
  expect(list?.status).toBe(200)
  expect(JSON.parse(list?.text ?? '')).toMatchObject({ text: JSON.stringify(EMPTY_PAGE) })
  const asked = both.upstream.requests.filter(({ url }) => url?.startsWith('/v1/call_events_fail/'))
  expect(asked.map(({ url }) => url)).toEqual([
    '/v1/call_events_fail/?page=1&from_date=2026-11-21&to_date=2026-11-22&page_size=20',
  ])
  // With these, the service writes links to other pages for the address that the browser uses.
  const { host } = new URL(both.gateway.url)
  expect(asked[0]?.headers).toMatchObject({
    authorization: `Token ${TOKEN}`,
    'x-forwarded-host': host,
  })
  expect(asked[0]?.headers).not.toHaveProperty(READER_HEADER)
})

test.each([
  ['an error', 503, { detail: 'Try again.' }],
  ['a list of more than 1 MiB', 200, { results: ['x'.repeat(1024 * 1024)] }],
  ['a web page', 200, '<!doctype html><title>Sign in</title>'],
])('a document does not have %s', async (_what, status, body) => {
  both.upstream.behave((_, response) => answer(response, status, body))
  expect(await documentOf('/failed-calls')).not.toContain('first-answers')
  expect(both.upstream.requests).toHaveLength(1)
})

test('a document has the pause that the service asks for, so that the page does not ask again', async () => {
  both.upstream.behave((_, response) => {
    response.setHeader('retry-after', '240')
    answer(response, 429, { detail: 'Slow down.' })
  })
  expect(await firstAnswersOf('/failed-calls')).toEqual([
    { status: 429, retry_after: 240, text: JSON.stringify({ detail: 'Slow down.' }) },
  ])
})

test('the document of Blocklist has its first page as the service writes it', async () => {
  both.upstream.behave((_, response) => answer(response, 200, EMPTY_PAGE))
  expect(await firstAnswersOf('/blocklist')).toEqual([
    { status: 200, retry_after: null, text: JSON.stringify(EMPTY_PAGE) },
  ])
})

test('a document has no blocklist that the token may not read', async () => {
  both.upstream.behave((_, response) => answer(response, 403, { detail: 'Not allowed.' }))
  expect(await documentOf('/blocklist')).not.toContain('first-answers')
})

test('a document has a list of nearly 1 MiB', async () => {
  const page = { ...EMPTY_PAGE, more: 'x'.repeat(1024 * 1024 - 100) }
  both.upstream.behave((_, response) => answer(response, 200, page))
  expect(await documentOf('/failed-calls')).toContain('first-answers')
})

/** Meanwhile, the gateway also reads events. */
const requestsFor = (path: string) =>
  both.upstream.requests.filter(({ url }) => url?.startsWith(path))

test('the counts of Overview are read as the person, with what has recovered on their account', async () => {
  const [{ service = '', account = '' } = {}] = await rowsOf(database.db, 'session')
  const at = new Date()
  const mark = { service, list: 'call_events_fail', handled_at: at, failed_at: at } as const
  await addRows(
    database.db,
    'event_state',
    { ...mark, account, event_id: '7' },
    { ...mark, account: 'another', event_id: '8' },
    { ...mark, account, service: 'another', event_id: '9' },
  )
  both.upstream.behave((_, response) => answer(response, 200, EMPTY_PAGE))
  const [counts = '', ...recovered] = (await firstAnswersOf('/')).slice(-3).map(one => one.text)
  const lines = counts.trimEnd().split('\n')
  expect(lines).toHaveLength(60)
  for (const line of lines) {
    expect(DayCountLine.parse(JSON.parse(line))).toMatchObject({ count: 3 })
  }
  expect(recovered.map(text => RecoveredDays.parse(JSON.parse(text)))).toEqual([
    { results: [{ day: expect.any(String), count: 1, handled: 1 }] },
    { results: [] },
  ])
  expect(countedFor).toEqual([`Token ${TOKEN}`])
})

test('the document of Overview has what to do as the gateway answers', async () => {
  both.upstream.behave((_, response) => answer(response, 200, EMPTY_PAGE))
  const [calls, aiEvents, groups] = (await firstAnswersOf('/'))
    .slice(0, 3)
    .map(({ text }) => JSON.parse(text))
  expect(ReadingStatus.parse(calls).version).toEqual(expect.any(String))
  expect(ReadingStatus.parse(aiEvents).version).toEqual(expect.any(String))
  expect(EventGroups.safeParse(groups).success).toBe(true)
})

test('a document has nothing of Overview if the service refuses the token', async () => {
  isRefused = true
  expect(await documentOf('/')).not.toContain('first-answers')
  expect(countedFor).toEqual([])
})

test('a document has no list for somebody who is signed out', async () => {
  cookie = ''
  expect(await documentOf('/blocklist')).not.toContain('first-answers')
  expect(requestsFor('/v1/blocklist/')).toEqual([])
})
