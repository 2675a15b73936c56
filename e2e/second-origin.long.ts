// Long: goes through every page next to a second origin.
import type { IncomingHttpHeaders } from 'node:http'
import type { Page } from '@playwright/test'
import { startReceiver, type TestReceiver } from '../server/testing/peers/test-receiver.ts'
import {
  answer,
  startUpstream,
  type TestUpstream,
  type UpstreamRequest,
} from '../server/testing/peers/test-upstream.ts'
import { PAGES } from './pages.ts'
import { chooseWholeCsv, downloaded } from './support/downloaded.ts'
import { type OtherService, startOtherService } from './support/other-service.ts'
import { test as base, expect } from './support/redial.ts'
import { sharedServer } from './support/shared-server.ts'

const TOKEN = 'c0ffee'.repeat(7)

const misleadingService = sharedServer(startMisleadingService)

const test = base.extend<{ misleading: Misleading }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  misleading: async ({}, use) => use(await misleadingService()),
  baseURL: ({ misleading }, use) => use(misleading.service.url),
})

test.use({ ignoreHTTPSErrors: true })

test('no other origin gets the token, the session or a referrer', async ({ page, misleading }) => {
  const { service, near, far } = misleading
  test.slow()
  far.requests.length = 0
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  service.behave((request, response) => {
    for (const [name, value] of Object.entries(misleadingHeaders(near))) {
      response.setHeader(name, value)
    }
    answer(response, 200, misleadingPage(request, { near, far }))
  })
  await page.goto('/failed-calls')
  await expect(page.getByText(`to ${new URL(service.upstreamUrl).host}`)).toBeVisible()
  await page.getByLabel('API token').fill(TOKEN)
  await page.getByLabel('Your name').fill('Thandi')
  await page.getByRole('button', { name: 'Sign in' }).click()

  const drawer = page.getByRole('dialog')
  await test.step('a recording elsewhere is requested by a person alone', async () => {
    await rowOf(page, 1).getByRole('link').first().click()
    await expect(drawer.locator('audio')).toBeVisible()
    expect(far.requests).toEqual([])
    await drawer.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
      await audio.play().catch(() => {})
    })
    await expect.poll(() => far.requests.length).toBeGreaterThan(0)
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      drawer.getByRole('link', { name: /^Open the recording/ }).click(),
    ])
    await opened.waitForLoadState()
    await opened.close()
  })

  await test.step('recordings on Redial’s own host, or with other schemes, are text', async () => {
    for (const { id, url } of inertRecordings(near)) {
      await drawer.getByRole('button', { name: 'Next event' }).click()
      await expect(page).toHaveURL(new RegExp(`event=${id}\\b`))
      await expect(drawer.getByText(url.trim()).first()).toBeVisible()
      await expect(drawer.locator('audio')).toHaveCount(0)
      await expect(drawer.getByRole('link', { name: /recording/ })).toHaveCount(0)
      await expectNothingHidden(page)
      for (const link of await drawer.getByRole('link').all()) {
        await expect(link).toHaveAttribute('href', /^\/[^/]/)
      }
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  await test.step('an export', async () => {
    await page.getByRole('button', { name: /^Export/ }).click()
    const menu = page.getByRole('dialog', { name: 'Export' })
    await chooseWholeCsv(menu)
    const { text } = await downloaded(menu.getByRole('button', { name: 'Download' }))
    expect(text).not.toContain(TOKEN)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  // The receiver is the other origin itself, this once on purpose.
  await test.step('a replay', async () => {
    far.requests.length = 0
    await rowOf(page, 2).getByRole('button', { name: 'Replay' }).click()
    await expect(rowOf(page, 2)).toContainText('Delivered')
    expect(far.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  await test.step('every other page', async () => {
    const parts = ['/failed-calls?view=groups', '/blocklist?entity=ref-3']
    for (const path of [...PAGES.map(({ path }) => path), ...parts]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading', { exact: false })).toHaveCount(0, { timeout: 60_000 })
      await expectNothingHidden(page)
    }
  })

  const { value } = (await page.context().cookies()).find(({ name }) => name === 'redial') ?? {}
  expect(value).toBeTruthy()
  const arrived: { headers: IncomingHttpHeaders; body: string }[] = [
    ...near.requests,
    ...far.requests,
  ]
  for (const { headers, body } of arrived) {
    const all = JSON.stringify([headers, body])
    expect(all).not.toContain(TOKEN)
    expect(all).not.toContain(value)
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('cookie')
    expect(headers.referer ?? '').not.toContain('/failed-calls')
  }
  expect(near.requests.map(({ url }) => url)).toEqual([])
  expect(dialogs).toEqual([])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

  // All of it was read from the configured service, with the token.
  for (const list of [
    '/v1/call_events_fail/',
    '/v1/transcription_events_fail/',
    '/v1/blocklist/',
  ]) {
    const requests = service.requests('GET', list)
    const pages = new Set(requests.map(({ query }) => query.get('page')))
    expect([...pages], list).toEqual(expect.arrayContaining(['1', '2', '3']))
    expect(requests.every(({ headers }) => headers.authorization === `Token ${TOKEN}`)).toBe(true)
  }
})

const rowOf = (page: Page, id: number) =>
  page.getByRole('row').filter({ hasText: `Company ${id}.` })

/** What can't be seen may make one thing look like another; and nothing that came is markup. */
async function expectNothingHidden(page: Page): Promise<void> {
  const shown = await page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll('*')].flatMap(element =>
      ['title', 'aria-label', 'value', 'placeholder'].map(name => element.getAttribute(name) ?? ''),
    ),
  ])
  expect(shown.filter(text => /[\u202a-\u202e\u2066-\u2069]/.test(text))).toEqual([])
  expect(await page.locator('img[src="x"], script:not([src]):not([nonce])').count()).toBe(0)
}

/** Redial with a service that refers to other origins wherever it can. */
type Misleading = {
  service: OtherService
  /** On Redial's own host, at another port, by http. */
  near: TestUpstream
  /** On another host, by https; takes replays as well. */
  far: TestReceiver
}

const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>'
const EVENTS = 60

async function startMisleadingService() {
  const [near, far] = await Promise.all([
    startUpstream((_, response) => answer(response, 200, [])),
    startReceiver(),
  ])
  const service = await startOtherService({ receivers: [far] })
  return {
    service,
    near,
    far,
    async close() {
      await Promise.all([service.close(), near.close(), far.close()])
    },
  }
}

function misleadingHeaders(near: TestUpstream): Record<string, string> {
  return {
    link: `<${near.url}/linked>; rel="preload"; as="script", <${near.url}>; rel="next"`,
    refresh: `0; url=${near.url}/refreshed`,
    'set-cookie': 'theirs=1; Path=/',
    'content-location': near.url,
  }
}

/** A page of any list; its links lead to the other origin. */
function misleadingPage(
  request: UpstreamRequest,
  { near, far }: { near: TestUpstream; far: TestReceiver },
) {
  const path = request.url?.split('?')[0] ?? ''
  const page = Number(request.query.get('page') ?? 1)
  const size = Math.min(20, Number(request.query.get('page_size') ?? 20))
  const { host } = new URL(near.url)
  const linkTo = (other: number) =>
    `${[near.url, `//${host}`, `http://me:secret@${host}`][other % 3]}${path}?page=${other}`
  const items = Array.from({ length: EVENTS }, (_, at) => itemOf(path, at + 1, { near, far }))
  return {
    count: EVENTS,
    next: page * size < EVENTS ? linkTo(page + 1) : null,
    previous: page > 1 ? linkTo(page - 1) : null,
    results: items.slice((page - 1) * size, page * size),
  }
}

function itemOf(
  path: string,
  id: number,
  { near, far }: { near: TestUpstream; far: TestReceiver },
) {
  if (path === '/v1/blocklist/') {
    return {
      id,
      entity_context_name: 'company',
      entity: { reference: `ref-${id}`, name: `${MARKUP} ${id} \u202egnihton` },
      blocked_phone_number_list: [{ phone_number: `278255500${String(id).padStart(2, '0')}` }],
    }
  }
  if (path.startsWith('/v2/')) return { reference: `ref-${id}`, name: `${MARKUP} \u202eemaN` }
  const recording =
    id === 1 ? `${far.url}/1.mp3` : inertRecordings(near).find(one => one.id === id)?.url
  return {
    id,
    callback_url: id % 3 === 0 ? 'javascript:window.hacked=3' : far.url,
    attempts: [
      {
        at: '2026-11-21T09:00:00+02:00',
        status: null,
        error: `${MARKUP}\u202edesufer`,
        duration_ms: 1,
      },
    ],
    failed_at: '2026-11-21T09:00:00+02:00',
    unknown: { link: near.url, text: `${MARKUP}\u202e` },
    request_json: {
      call_id: id,
      tracking_number: '27105550142',
      caller_number: `27825550${String(id).padStart(3, '0')}`,
      recording_url: recording,
      company: { name: `Company ${id}. ${MARKUP}\u202emoc.elgoog`, reference: `ref-${id}` },
      contact: { name: `\u202e${MARKUP}`, reference: `${near.url}/contact` },
      reference: `\u2066${near.url}\u0007`,
      link: near.url,
      [`\u202e${MARKUP}`]: near.url,
    },
  }
}

function inertRecordings(near: TestUpstream) {
  return [
    `${near.url}/2.mp3`,
    near.url.replace('http:', 'https:'),
    'javascript:window.hacked=4',
    ' javascript:window.hacked=5',
    'data:text/html,<script>opener.hacked=6</script>',
    'vbscript:window.hacked=7',
    'file:///etc/passwd',
    'blob:null/1',
    'https://me:secret@recordings.example/9.mp3',
    '//recordings.example/9.mp3',
  ].map((url, at) => ({ id: at + 2, url }))
}
