// Long: two people change fields in Settings and read the lists.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import { boxOf } from '../support/box-of.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { openSession } from '../support/open-session.ts'
import { pageOf, startOtherService } from '../support/other-service.ts'
import { expect, testOnOwn } from '../support/redial.ts'

/* Each test has its own service, because Redial stores the fields with the first page. */

const test = testOnOwn(startOtherService)

const ITEMS = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  callback_url: 'https://hooks.example/calls',
  status_code: 503,
  downstream: 401,
  request_json: {
    call_id: index + 1,
    caller_number: '27825550001',
    company: { name: `Company ${index + 1}.` },
  },
}))
const today = dayOf(new Date(), 'Africa/Johannesburg')
const LIST = `/failed-calls?from=${addDays(today, -1)}&to=${today}`

test.beforeEach(({ service }) => {
  service.answers({ 'GET /v1/call_events_fail/': [200, pageOf(ITEMS)] })
})

const firstRow = (page: Page) => page.getByRole('row').filter({ hasText: 'Company 1.' })
const section = (page: Page) => page.getByRole('region', { name: 'Fields of the service' })

/** Chooses a field by the start of its name. */
async function choose(page: Page, label: string, path: string): Promise<void> {
  await section(page).getByLabel(label, { exact: true }).selectOption(path)
}

test('a field that is corrected counts for colleagues', async ({ page, browser, service }) => {
  await page.goto(LIST)
  await expect(firstRow(page)).toContainText('Answered 503')
  await expect(page.getByRole('columnheader', { name: 'Failed at' })).toBeHidden()

  await test.step('a line says which columns are hidden, and leads to Settings', async () => {
    await expect(page.getByText(/no field that says when an event failed/)).toBeVisible()
    await page.getByRole('link', { name: 'Fields of the service' }).click()
    await expect(section(page)).toContainText('Recognised from 12 failed calls.')
    await expectAccessible(page)
  })

  await test.step('the preview shows the chosen fields', async () => {
    const preview = section(page).getByRole('table', { name: 'Preview' })
    await expect(preview.getByRole('row')).toHaveCount(4)
    await expect(preview).toContainText('Answered 503')
    await choose(page, 'HTTP status', 'downstream')
    await expect(preview).toContainText('Answered 401')
    await section(page).getByRole('button', { name: 'Save fields' }).click()
    await expect(section(page)).toContainText('Set by Thandi')
    await expect(page.getByRole('heading', { name: 'Fields of the service' })).toBeFocused()
  })

  await test.step('a colleague’s list reads the other field', async () => {
    const context = await browser.newContext({ baseURL: service.url })
    await context.addCookies([await openSession(service.url, 'any-token', 'Pieter')])
    const colleague = await context.newPage()
    await colleague.goto(LIST)
    await expect(firstRow(colleague)).toContainText('Answered 401')
    await context.close()
  })

  await test.step('the fields are recognised again', async () => {
    await section(page).getByRole('button', { name: 'Recognise again' }).click()
    await expect(section(page)).toContainText('Recognised from')
    await expect(page.getByRole('heading', { name: 'Fields of the service' })).toBeFocused()
    await page.goto(LIST)
    await expect(firstRow(page)).toContainText('Answered 503')
  })
})

test('all pages read the same fields without request_json', async ({ page, service }) => {
  const items = ITEMS.map(({ request_json, id, ...item }, index) => ({
    pk: `ev-${id}`,
    ...item,
    failed_at: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
    body: request_json,
  }))
  service.answers({ 'GET /v1/call_events_fail/': [200, pageOf(items)] })
  await page.goto(LIST)
  await expect(page.getByRole('columnheader', { name: 'Failed at' })).toBeVisible()
  const time = await firstRow(page).getByRole('time').first().innerText()
  await page.getByRole('link', { name: 'Company 1.' }).click()
  await expect(page.getByRole('dialog')).toContainText(time)
  await page.goto('/settings')
  await expect(section(page)).toContainText('These events have no request_json')
  const preview = section(page).getByRole('table', { name: 'Preview' })
  await expect(preview).toContainText(time)
  await expect(section(page).getByLabel('Failed at', { exact: true })).toHaveValue('failed_at')
})

test('fields are exported as a file, and imported from it', async ({ page }) => {
  await page.goto('/settings')
  await choose(page, 'HTTP status', 'downstream')
  await choose(page, 'Dates such as 02/11/2026', 'true')
  await section(page).getByRole('button', { name: 'Save fields' }).click()
  await expect(section(page)).toContainText('Set by Thandi')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section(page).getByRole('button', { name: 'Export fields' }).click(),
  ])
  const file = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({
    call_events_fail: { item: { status: 'downstream' }, day_first: true },
  })

  await section(page).getByRole('button', { name: 'Recognise again' }).click()
  await expect(section(page).getByLabel('HTTP status', { exact: true })).toHaveValue('status_code')
  const importing = async (text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      section(page).getByRole('button', { name: 'Import fields' }).click(),
    ])
    await chooser.setFiles({
      name: 'fields.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  }
  await importing('{"call_events_fail": {}}')
  await expect(section(page).getByRole('alert')).toContainText('contains no fields of this list')
  await importing(file)
  await expect(section(page).getByLabel('HTTP status', { exact: true })).toHaveValue('downstream')
})

test('fields that were chosen for one list wait until the other one was looked at', async ({
  page,
  service,
}) => {
  const lists = ['call_events_fail', 'transcription_events_fail']
  service.answers(Object.fromEntries(lists.map(list => [`GET /v1/${list}/`, [200, pageOf(ITEMS)]])))
  await page.goto('/settings')
  await choose(page, 'HTTP status', 'downstream')
  const list = section(page).getByRole('group', { name: 'List' })
  await list.getByRole('button', { name: 'Failed AI events' }).click()
  await expect(section(page)).toContainText('Recognised from 12 failed AI events.')
  const status = section(page).getByLabel('HTTP status', { exact: true })
  await expect(status).toHaveValue('status_code')
  await list.getByRole('button', { name: 'Failed calls' }).click()
  await expect(status).toHaveValue('downstream')
  await section(page).getByRole('button', { name: 'Save fields' }).click()
  await expect(section(page)).toContainText('Set by Thandi')
  await section(page).getByRole('button', { name: 'Recognise again' }).click()
  await expect(status).toHaveValue('status_code')
})

test('without events there is no field to choose', async ({ page, service }) => {
  service.answers({})
  await page.goto('/settings?fields=ai')
  await expect(section(page)).toContainText('lists no failed AI events of the last 30 days')
})

test('nothing covers the preview before a field is changed', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(LIST)
  await expect(firstRow(page)).toBeVisible()
  await page.goto('/settings')
  const preview = section(page).getByRole('region', { name: 'Preview' })
  const head = preview.getByRole('columnheader')
  await expect(head.last()).toHaveCSS('font-size', '12px')
  expect((await boxOf(head.last())).right).toBeLessThanOrEqual((await boxOf(preview)).right)
  const lists = section(page).getByRole('group', { name: 'List' })
  const source = section(page)
    .getByText(/^Recognised/)
    .first()
  expect((await boxOf(source)).y - (await boxOf(lists)).bottom).toBeGreaterThan(12)
  const last = preview.getByRole('row').last()
  const save = page.getByRole('button', { name: 'Save fields' })
  expect((await boxOf(save)).y).toBeGreaterThan((await boxOf(last)).bottom)
  await choose(page, 'HTTP status', 'downstream')
  await expect(save).toBeInViewport({ ratio: 1 })
})
