import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { aMomentLater } from '../server/testing/a-moment-later.ts'
import { answer, type UpstreamHandler } from '../server/testing/test-upstream.ts'
import { expectAccessible } from './expect-accessible.ts'
import { pageOf } from './other-service.ts'
import { expect, test } from './redial.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

const DAYS = 'from=2026-11-20&to=2026-11-21'
const EVENTS = pageOf([{ id: 7, request_json: { call_id: 7, company: { name: 'Acme Cars' } } }])
const LONG = JSON.stringify(pageOf([{ id: 7, request_json: { text: 'x'.repeat(5_000) } }]))

/** What is wrong, and what is told of it. */
const TROUBLES: [string, UpstreamHandler, title: string, words: string][] = [
  [
    'an answer that breaks off',
    (_, response) => {
      response.writeHead(200, { 'content-length': LONG.length })
      response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
    },
    'The answer was cut off',
    'arrived only in part',
  ],
  [
    'an answer in chunks that breaks off',
    (_, response) => {
      response.writeHead(200)
      response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
    },
    'The answer was cut off',
    'arrived only in part',
  ],
  [
    'half an answer that calls itself whole',
    (_, response) => answer(response, 200, LONG.slice(0, 3_000)),
    'The answer was cut off',
    'arrived only in part',
  ],
  [
    'an answer that is packed badly',
    (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(Buffer.concat([gzipSync(LONG).subarray(0, 30), Buffer.alloc(500, 'x')]))
    },
    'The answer was cut off',
    'or damaged',
  ],
  [
    'a hang-up',
    (_, response) => void response.destroy(),
    'The service could not answer',
    'broke off the connection',
  ],
  [
    'a web page',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Down for repairs</title>')
    },
    'The service could not answer',
    'a web page (“Down for repairs”) instead of data',
  ],
]

const list = (page: Page) => page.getByRole('row').filter({ hasText: 'Acme Cars' })

for (const [what, behave, title, words] of TROUBLES) {
  test(`${what} is told, and mended by another try`, async ({ page, otherService }) => {
    otherService.behave(behave)
    await page.goto(`/failed-calls?${DAYS}`)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(title)
    await expect(alert).toContainText(words)
    await expect(page.getByText(/no failed calls/i)).toHaveCount(0)
    otherService.answers({ 'GET /v1/call_events_fail/': [200, EVENTS] })
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(list(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

test('a read that was cut off once is tried again by itself', async ({ page, otherService }) => {
  let cut = false
  otherService.behave((request, response) => {
    if (cut || !request.url?.startsWith('/v1/call_events_fail/')) {
      return answer(response, 200, request.url?.startsWith('/v1/call') ? EVENTS : pageOf([]))
    }
    cut = true
    response.writeHead(200, { 'content-length': LONG.length })
    response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
  })
  await page.goto(`/failed-calls?${DAYS}`)
  await expect(list(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(cut).toBe(true)
})

test.describe('a busy service', () => {
  for (const [how, header] of [
    ['in seconds', () => '2'],
    ['by the clock', () => new Date(Date.now() + 2_500).toUTCString()],
  ] as const) {
    test(`that says ${how} how long to wait is waited for`, async ({ page, otherService }) => {
      let since: number | null = null
      let waited = 0
      otherService.behave((request, response) => {
        if (!request.url?.startsWith('/v1/call_events_fail/')) {
          return answer(response, 200, pageOf([]))
        }
        if (since !== null) {
          waited = performance.now() - since
          return answer(response, 200, EVENTS)
        }
        since = performance.now()
        response.setHeader('retry-after', header())
        answer(response, 429, { detail: 'Request was throttled.' })
      })
      await page.goto(`/failed-calls?${DAYS}`)
      await expect(page.getByText(/busy and asks us to wait \d seconds?/)).toBeVisible()
      await expect(list(page)).toBeVisible()
      await expect(page.getByText(/busy/)).toHaveCount(0)
      // A clock of whole seconds takes up to one off.
      expect(waited).toBeGreaterThan(950)
    })
  }

  test('that says it in a sentence alone, or not at all, is waited for as well', async ({
    page,
    otherService,
  }) => {
    let refusals = 0
    otherService.behave((request, response) => {
      const isList = request.url?.startsWith('/v1/call_events_fail/') ?? false
      if (!isList) return answer(response, 200, pageOf([]))
      if (++refusals > 1) return answer(response, 200, EVENTS)
      const detail = 'Request was throttled. Expected available in 60 seconds.'
      answer(response, 429, { detail })
    })
    await page.goto(`/failed-calls?${DAYS}`)
    await expect(page.getByText(/busy and asks us to wait a little/)).toBeVisible()
    await expect(list(page)).toBeVisible({ timeout: 20_000 })
  })

  test('that wants a day is left alone until a person asks', async ({ page, otherService }) => {
    otherService.behave((_, response) => {
      response.setHeader('retry-after', '86400')
      answer(response, 429, { detail: 'Enough for today.' })
    })
    await page.goto(`/failed-calls?${DAYS}`)
    await expect(page.getByRole('alert')).toContainText('asks us to wait 24 hours')
    await expectAccessible(page)
    expect(otherService.requests('GET', '/v1/call_events_fail/')).toHaveLength(1)
    otherService.answers({ 'GET /v1/call_events_fail/': [200, EVENTS] })
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(list(page)).toBeVisible()
  })

  test('gets a long blocklist read on where it was put off', async ({ page, otherService }) => {
    const record = (id: number) => ({
      id,
      entity_context_name: 'company',
      entity: { reference: `ref-${id}`, name: `Company ${id}` },
      blocked_phone_number_list: [{ phone_number: `2782555000${id}` }],
    })
    const asked: (string | null)[] = []
    otherService.behave((request, response) => {
      if (!request.url?.startsWith('/v1/blocklist/')) return answer(response, 200, pageOf([]))
      const page = Number(request.query.get('page'))
      asked.push(request.query.get('page'))
      if (asked.length === 3 || asked.length === 5) {
        response.setHeader('retry-after', '1')
        return answer(response, 429, { detail: 'Request was throttled.' })
      }
      const next = page < 5 ? `http://internal/v1/blocklist/?page=${page + 1}` : null
      answer(response, 200, { count: 5, next, previous: null, results: [record(page)] })
    })
    await page.goto('/blocklist')
    await expect(page.getByText(/busy and asks us to wait/)).toBeVisible()
    for (const id of [1, 2, 3, 4, 5]) {
      await expect(page.getByText(`Company ${id}`, { exact: true }).first()).toBeVisible()
    }
    expect(asked).toEqual(['1', '2', '3', '3', '4', '4', '5'])
  })
})
