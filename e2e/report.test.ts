import type { Page } from '@playwright/test'
import { formatDay } from '../contract/time/day-text.ts'
import { answer, EMPTY_PAGE } from '../server/testing/peers/test-upstream.ts'
import { expect, test } from './replays/redial-with-receivers.ts'
import { expectEventually, outcome } from './replays/run-page.ts'
import { csvRows, downloaded } from './support/downloaded.ts'
import { AXE, expectAccessible } from './support/expect-accessible.ts'
import { bar, lookOverAll, openDay, rowBoxes } from './support/look-over-all.ts'
import { onOtherService } from './support/redial.ts'

const reportLink = (page: Page) => page.getByRole('link', { name: 'Report' })

test.describe.configure({ timeout: 180_000 })

test('the proof of a replay is two clicks away from it', AXE, async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 3 })
  await lookOverAll(page, day)
  await page.getByLabel('Name of this replay').fill('After the repair')
  await page.getByRole('button', { name: 'Send 3 events' }).click()
  await expectEventually(outcome(page, '3 delivered'))
  const runId = page.url().split('/').at(-1)

  await reportLink(page).click()
  const summary = 'None of the 3 failed calls in this replay is missing now.'
  await expect(page.getByRole('heading', { name: summary })).toBeVisible()
  const { text } = await downloaded(page.getByRole('button', { name: 'CSV' }))
  expect(text).toContain(`${summary}\r\n`)
  const rows = csvRows(text.split('\r\n\r\n').at(-1) ?? '')
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({ State: 'Delivered' })
  // In a CSV file, a quote mark is before what looks like a number, such as "12e45678".
  expect(rows[0]?.['By replay']).toMatch(new RegExp(`^'?${runId?.slice(0, 8)}$`))
  await expectAccessible(page)

  await expect(page.getByText('This report names 3 companies.')).toBeVisible()
  await page.getByLabel('Company').selectOption('Company 2.')
  const ofOne = 'Your failed call in this replay is not missing now.'
  await expect(page.getByRole('heading', { name: ofOne })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('After the repair')
  const limited = await downloaded(page.getByRole('button', { name: 'CSV' }))
  expect(limited.text).not.toContain('Company 1.')

  const madeBy = page.getByText(/^Made by .+ SAST, for failures on /)
  await expect(madeBy).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(madeBy).toBeVisible()
})

test('the proof for a filtered list is a text to copy', AXE, async ({ page, context, service }) => {
  const { one, listFailures } = service
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const day = await listFailures({ receiver: one, count: 2 })
  await page.goto(`/failed-calls?from=${day}&to=${day}&company=${encodeURIComponent('Company 2.')}`)
  await expect(page.getByRole('table', { name: 'Failed calls' })).toContainText('Company 2.')

  await reportLink(page).click()
  const summary = `Your failed call on ${formatDay(day)} is still missing.`
  await expect(page.getByRole('heading', { name: summary })).toBeVisible()
  await page.getByRole('button', { name: 'Copy text' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain(summary)
  expect(text).toMatch(/^Call 2\b.*, failed .*, still missing$/m)
  expect(text).not.toMatch(/^Call 1\b/m)
  await expectAccessible(page)
})

test('a report of selected events has no others', async ({ page, service }) => {
  const day = await service.listFailures({ receiver: service.one, count: 3 })
  await openDay(page, day)
  await rowBoxes(page).first().click()
  await bar(page).getByRole('link', { name: 'Report' }).click()
  await expect(page.getByText('Selected events', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Each event' }).getByRole('row')).toHaveCount(2)
})

test('the report of a replay that does not exist is no report of today', async ({ page }) => {
  await page.goto('/report?run=abc')
  await expect(page.getByRole('heading', { name: 'Replay not found' })).toBeVisible()
})

onOtherService('a report of days that can’t be listed says so', async ({ page, otherService }) => {
  let isBroken = true
  otherService.behave((_request, response) =>
    // The gateway tries a 5xx again for half a minute.
    isBroken ? answer(response, 403, {}) : answer(response, 200, EMPTY_PAGE),
  )
  await page.goto('/report?from=2026-11-20&to=2026-11-20')
  await expect(page.getByRole('alert')).toContainText('does not allow your API token')
  await expect(page.getByText('Nothing failed')).toHaveCount(0)
  // One of the lists may fail after the other. Only lists that have failed are read again.
  await expect(page.getByText('None loaded, so this list is incomplete.')).toHaveCount(2)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: /^Nothing failed on/ })).toBeVisible()
})
