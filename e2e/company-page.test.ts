import type { Locator } from '@playwright/test'
import { FROM_DASHBOARD } from '../server/testing/test-gateway.ts'
import { card, toDo } from './overview-page.ts'
import { failedCall } from './support/listing-service.ts'
import { pageOf } from './support/other-service.ts'
import { expect, onDemo, onOtherService } from './support/redial.ts'

// A test takes the company, and with it its receivers, which other files count.
onDemo.use({ demo: 'company page' })

const COMPANY = 'Acme Cars Sandton'

onDemo('the page of a company has everything that concerns it', async ({ page }) => {
  await page.goto('/')
  await toDo(page).getByRole('link', { name: COMPANY, exact: true }).click()
  await expect(card(page, 'Blocked numbers')).toContainText(/number/)

  const events = card(page, 'All events of these days')
  const latest = events.getByRole('list').getByRole('listitem')
  await expect(latest).toHaveCount(10)
  await expect(latest.filter({ hasText: 'AI event' }).first()).toContainText('Still missing')

  const replays = card(page, 'Replays')
  await expect(replays).toContainText('Nobody has replayed events of this company.')
  const calls = page.getByRole('row').filter({ hasText: 'Failed calls' }).getByRole('link')
  await expect(calls).toHaveText([/^\d+$/, /^\d+$/, /^\d+$/, /^\d+$/])
  await expect(calls.last()).toHaveAttribute('href', /company=.*state=missing/)

  await latest.getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toContainText(COMPANY)
  await page.goBack()

  const jobs = card(page, 'Still missing, by receiver').getByRole('listitem')
  await expect(jobs.first()).toContainText('Failing')
  await jobs
    .first()
    .getByRole('button', { name: /^Replay \d+ (calls?|events)$/ })
    .click()
  // A draft: other tests need what the company misses.
  await expect(page.getByRole('button', { name: /^Send \d+ events?$/ })).toBeVisible()
  await page.goto(`/companies/${encodeURIComponent(COMPANY)}`)
  await expect(replays.getByRole('link').nth(1)).toBeVisible()
})

onDemo('the name of a company leads to its page from where people meet it', async ({ page }) => {
  const isLinkToIt = (link: Locator) =>
    expect(link).toHaveAttribute('href', new RegExp(`^/companies/${encodeURIComponent(COMPANY)}`))
  await page.goto(`/failed-calls?company=${encodeURIComponent(COMPANY)}`)
  const row = page.getByRole('row').filter({ hasText: COMPANY }).first()
  await row.getByRole('button', { name: /^More actions/ }).click()
  await isLinkToIt(page.getByRole('menuitem', { name: 'Open company' }))
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: COMPANY }).click()
  await isLinkToIt(page.getByRole('dialog').getByRole('link', { name: COMPANY, exact: true }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Grouped' }).click()
  await isLinkToIt(page.getByRole('row').getByRole('link', { name: 'Company page' }).first())

  await page.request.put('/gateway/follow-ups', {
    headers: FROM_DASHBOARD,
    data: { kind: 'company', value: COMPANY, version: 0, taken: true },
  })
  await page.goto('/activity')
  await isLinkToIt(page.getByRole('link', { name: `Changed the follow-up of ${COMPANY}` }).first())
  await page.goto('/receivers')
  await page.getByRole('link', { name: COMPANY, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(COMPANY)
})

onDemo('a name that no company has is not called delivered', async ({ page }) => {
  await page.goto(`/companies/${COMPANY.toLowerCase()}`)
  const title = 'Redial knows no company with this name'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('link', { name: COMPANY }).click()
  await expect(card(page, 'Still missing, by receiver')).toBeVisible()

  await page.goto(`/report?company=${COMPANY.toLowerCase()}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Nothing failed')
  await page.getByRole('combobox', { name: 'Company' }).selectOption('All companies')
  await expect(page.getByRole('heading', { name: title })).toBeHidden()
})

onDemo('a message in the middle of the page is read without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/companies/${encodeURIComponent(COMPANY)}`)
  const events = card(page, 'All events of these days')
  await events.getByRole('button', { name: 'Copy message' }).click()
  const panel = page.getByRole('dialog', { name: 'Message' })
  await expect(panel.getByRole('textbox')).toHaveValue(/^Hello/)
  const hidden = await panel.evaluate(
    ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
  )
  expect(hidden).toBe(0)
})

onOtherService('events that name no company have no page', async ({ page, otherService }) => {
  const calls = [{ ...failedCall(1), request_json: { call_id: 1 } }]
  otherService.answers({ 'GET /v1/call_events_fail/': [200, pageOf(calls)] })
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&view=groups&by=company')
  await expect(page.getByText('1 group of 1 failed call')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Company page' })).toHaveCount(0)
  await page.goto('/companies/Unknown%20company?from=2026-11-21&to=2026-11-21')
  await expect(page.getByRole('heading', { name: /^Redial knows no company/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Follow-up' })).toHaveCount(0)
})
