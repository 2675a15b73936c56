import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { aMomentLater } from '../server/testing/eventually.ts'
import { answer, type UpstreamHandler } from '../server/testing/peers/test-upstream.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { pageOf } from './support/other-service.ts'
import { expect, test } from './support/redial.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

const DAYS = 'from=2026-11-20&to=2026-11-21'
const EVENTS = pageOf([{ id: 7, request_json: { call_id: 7, company: { name: 'Acme Cars' } } }])
const LONG = JSON.stringify(pageOf([{ id: 7, request_json: { text: 'x'.repeat(5_000) } }]))

/** What is wrong, and what the page says of it. */
const TROUBLES: [string, UpstreamHandler, title: string, words: string][] = [
  [
    'an answer that breaks off',
    (_, response) => {
      response.writeHead(200, { 'content-length': LONG.length })
      response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
    },
    'The answer was cut off',
    'The answer was incomplete or damaged',
  ],
  [
    'an answer in chunks that breaks off',
    (_, response) => {
      response.writeHead(200)
      response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
    },
    'The answer was cut off',
    'The answer was incomplete or damaged',
  ],
  [
    'half an answer that calls itself whole',
    (_, response) => answer(response, 200, LONG.slice(0, 3_000)),
    'The answer was cut off',
    'The answer was incomplete or damaged',
  ],
  [
    'an answer that is packed badly',
    (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(Buffer.concat([gzipSync(LONG).subarray(0, 30), Buffer.alloc(500, 'x')]))
    },
    'The service could not answer',
    'could not be unpacked',
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

test('each damaged answer is explained in words of its own, and loads when asked again', async ({
  page,
  otherService,
}) => {
  await page.clock.install()
  const alert = page.getByRole('alert')
  for (const [what, behave, title, words] of TROUBLES) {
    await test.step(what, async () => {
      otherService.behave(behave)
      await page.goto(`/failed-calls?${DAYS}`)
      // The pauses between the tries are over.
      const tryOn = async () => {
        await page.clock.runFor(1_000)
        return alert.count()
      }
      await expect.poll(tryOn, { intervals: [50] }).toBe(1)
      await expect(alert).toContainText(title)
      await expect(alert).toContainText(words)
      await expect(page.getByText(/no failed calls/i)).toHaveCount(0)
      otherService.answers({ 'GET /v1/call_events_fail/': [200, EVENTS] })
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await expect(list(page)).toBeVisible()
      await expect(alert).toHaveCount(0)
    })
  }
})

test('a read that was cut off once is retried automatically', async ({ page, otherService }) => {
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
  test('is asked again after the pause that it wants, or a short one if it names none', async ({
    page,
    otherService,
  }) => {
    await page.clock.install()
    /** Refuses the list once, with this header. */
    const refuseOnce = (retryAfter: () => string | null) => {
      let isBusy = true
      otherService.behave((request, response) => {
        const isList = request.url?.startsWith('/v1/call_events_fail/') ?? false
        if (!isList) return answer(response, 200, pageOf([]))
        if (!isBusy || request.url?.includes('page_size=100')) return answer(response, 200, EVENTS)
        isBusy = false
        const header = retryAfter()
        if (header !== null) response.setHeader('retry-after', header)
        // A sentence that programs can't rely on.
        const detail = 'Request was throttled. Expected available in 60 seconds.'
        answer(response, 429, { detail })
      })
    }
    // Pages of 100 are loaded in the background, for the counts of the state filter.
    const asked = () =>
      otherService
        .requests('GET', '/v1/call_events_fail/')
        .filter(({ query }) => query.get('page_size') !== '100').length
    const pause = page.getByText(/busy and asks us to wait/)

    for (const [how, header] of [
      ['in seconds', () => '200'],
      ['by the clock', () => new Date(Date.now() + 200_000).toUTCString()],
    ] as const) {
      await test.step(how, async () => {
        refuseOnce(header)
        await page.goto(`/failed-calls?${DAYS}`)
        await expect(pause).toContainText('wait 4 minutes')
        await page.clock.fastForward(100_000)
        await expect(pause).toBeVisible()
        expect(asked()).toBe(1)
        await page.clock.fastForward(100_000)
        await expect(list(page)).toBeVisible()
        await expect(pause).toHaveCount(0)
        expect(asked()).toBe(2)
      })
    }

    await test.step('in a sentence alone', async () => {
      refuseOnce(() => null)
      await page.goto(`/failed-calls?${DAYS}`)
      await expect(pause).toContainText('wait a little')
      await page.clock.fastForward(5_000)
      await expect(list(page)).toBeVisible()
    })
  })

  test('that wants a day is asked again only by a person', async ({ page, otherService }) => {
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

  test('that interrupts a long blocklist is asked for the rest of it alone', async ({
    page,
    otherService,
  }) => {
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
    await page.clock.install()
    await page.goto('/blocklist')
    await expect(page.getByText(/busy and asks us to wait/)).toBeVisible()
    // The pauses are over.
    const readOn = async () => {
      await page.clock.runFor(1_000)
      return asked.length
    }
    await expect.poll(readOn, { intervals: [50] }).toBe(7)
    for (const id of [1, 2, 3, 4, 5]) {
      await expect(page.getByText(`Company ${id}`, { exact: true }).first()).toBeVisible()
    }
    expect(asked).toEqual(['1', '2', '3', '3', '4', '4', '5'])
  })
})
