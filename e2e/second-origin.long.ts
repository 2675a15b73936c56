// Long: goes through every page next to a second origin.
import type { IncomingHttpHeaders } from 'node:http'
import type { Page } from '@playwright/test'
import { answer } from '../server/testing/peers/test-upstream.ts'
import { PAGES } from './pages.ts'
import { chooseWholeCsv, downloaded } from './support/downloaded.ts'
import {
  inertRecordings,
  type Misleading,
  misleadingHeaders,
  misleadingPage,
  startMisleadingService,
} from './support/misleading-service.ts'
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

test('no request to another origin carries the token, the session or where it came from', async ({
  page,
  misleading: { service, near, far },
}) => {
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
