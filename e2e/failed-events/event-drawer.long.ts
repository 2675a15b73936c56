// Long: replays events and shows a payload of 60,000 rows.
import type { Page } from '@playwright/test'
import { downloaded } from '../support/downloaded.ts'
import { pageOf } from '../support/other-service.ts'
import { expect, onOtherService, test } from '../support/redial.ts'

test.use({ demo: 'drawer' })

const LIST = 'GET /v1/call_events_fail/'
const DAYS = 'from=2026-11-20&to=2026-11-21'

const drawerOf = (page: Page) => page.getByRole('dialog')

test('the timeline lists attempts, the final failure and replays', async ({ signedIn: page }) => {
  await open(page, 'Garden Route 4×4')
  const drawer = drawerOf(page)
  const story = drawer.getByRole('region', { name: 'Replays and attempts' })
  await story.getByText(/^4 attempts, all: /).click()
  const entries = story.getByRole('listitem')
  // The newest first: the final failure, and in one line the four attempts that failed alike.
  await expect(entries).toHaveCount(6)
  await expect(entries.nth(0)).toContainText('Final failure')
  await expect(entries.nth(2)).toContainText(/30\smin\s\d\d\ss after the previous failure/)
  await expect(entries.nth(5)).toContainText('First attempt')

  for (const replays of [1, 2]) {
    await drawer.getByRole('button', { name: 'Replay' }).click()
    await expect(entries).toHaveCount(6 + replays)
    await expect(entries.first()).toContainText(/Failed again at .*: answered 404/)
    await expect(entries.first()).toContainText('by Thandi')
  }
  await page.reload()
  await expect(story.getByText('Replay', { exact: true })).toHaveCount(2)
  await entries.first().getByText('Response details').click()
  await expect(entries.first()).toContainText('404')
})

// With motion reduced, what a search finds in a large payload may be scrolled below the window.
onOtherService.use({ contextOptions: { reducedMotion: 'no-preference' } })

onOtherService('the title and actions of an event stay visible', async ({ page, otherService }) => {
  const request_json = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`field_${n}`, n]))
  otherService.answers({ [LIST]: [200, pageOf([{ id: 7, request_json }])] })
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(`/failed-calls?${DAYS}&event=7`)
    const drawer = drawerOf(page)
    const happened = drawer.getByRole('heading', { name: 'What happened' })
    await happened.hover()
    await page.mouse.wheel(0, 5_000)
    await expect(happened).not.toBeInViewport()
    await expect(drawer.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
    await expect(drawer.getByText('Still missing')).toBeInViewport({ ratio: 1 })
    await expect(drawer.getByRole('button', { name: 'Replay' })).toBeInViewport({ ratio: 1 })
  }
})

onOtherService('a payload is shown and saved as sent', async ({ page, context, otherService }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const payload =
    '{ "call_id": 9007199254740993, "price": 1.10,\n  "company": {"name": "M\\u00fcller & Co"}, "note": "<b>bold</b>" }'
  otherService.answers({
    [LIST]: [200, `[{"id": 9007199254740995, "request_json": ${payload}}]`],
  })
  await page.goto(`/failed-calls?${DAYS}&event=9007199254740995`)
  const sent = drawerOf(page).getByRole('region', { name: 'Payload', exact: true })
  const shown = sent.locator('pre')
  await expect(shown).toContainText('"call_id": 9007199254740993')
  await expect(shown).toContainText('"price": 1.10')
  await expect(shown).toContainText('"name": "Müller & Co"')
  await expect(shown).toContainText('"note": "<b>bold</b>"')
  await sent.getByRole('button', { name: 'company, 1 field' }).click()
  await expect(shown).not.toContainText('Müller')
  await expect(drawerOf(page).getByRole('definition').getByText('1.10')).toBeVisible()

  await sent.getByRole('button', { name: 'Copy' }).click()
  await expect(sent.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payload)

  const { name, text } = await downloaded(sent.getByRole('button', { name: 'Download' }))
  expect(name).toBe('failed-call-9007199254740995.json')
  expect(text).toBe(payload)
})

onOtherService('a search in a payload scrolls to its matches', async ({ page, otherService }) => {
  const rows = Array.from({ length: 60_000 }, (_, index) => ({ index }))
  otherService.answers({ [LIST]: [200, pageOf([{ id: 1, request_json: { rows } }])] })
  await page.goto(`/failed-calls?${DAYS}&event=1`)
  const drawer = drawerOf(page)
  await drawer.getByRole('searchbox').fill('51234')
  await expect(drawer.getByText('1 found')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(drawer.locator('mark', { hasText: '51234' })).toBeInViewport()
  expect(await page.locator('*').count()).toBeLessThan(3_000)
})

onOtherService('a recording that can’t be loaded leaves a link', async ({ page, otherService }) => {
  const recording_url = 'https://localhost:9/7.wav'
  const call = { id: 7, request_json: { call_id: 1, recording_url } }
  otherService.answers({ [LIST]: [200, pageOf([call])] })
  await page.goto(`/failed-calls?${DAYS}&event=7`)
  const drawer = drawerOf(page)
  await drawer
    .locator('audio')
    .evaluate((element: HTMLAudioElement) => element.play().catch(() => undefined))
  await expect(drawer.getByRole('alert')).toContainText('could not be loaded')
  const link = drawer.getByRole('link', { name: /^Open the recording/ })
  await expect(link).toHaveAttribute('href', recording_url)
})

async function open(page: Page, company: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: company }).first()
  await row.getByRole('link', { name: company }).click()
  await expect(drawerOf(page).getByRole('heading', { level: 2 })).toContainText(company)
}
