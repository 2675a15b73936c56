import type { Locator } from '@playwright/test'
import { card, toDo } from './overview-page.ts'
import { AXE, expectAccessible } from './support/expect-accessible.ts'
import { expect, onDemo } from './support/redial.ts'

// A test takes the company, and with it its receivers, which other files count.
onDemo.use({ demo: 'company page' })

const COMPANY = 'Acme Cars Sandton'

onDemo('the page of a company has everything that concerns it', AXE, async ({ page }) => {
  await page.goto('/')
  await toDo(page).getByRole('link', { name: COMPANY, exact: true }).click()
  await expect(card(page, 'Blocked numbers')).toContainText(/number/)

  const events = card(page, 'All events of these days')
  const latest = events.getByRole('list').getByRole('listitem')
  await expect(latest).toHaveCount(10)
  await expect(latest.filter({ hasText: 'AI event' }).first()).toContainText('Still missing')

  const replays = card(page, 'Replays')
  await expect(replays).toContainText('Nobody has replayed events of this company.')
  await expectAccessible(page)
  const calls = page.getByRole('row').filter({ hasText: 'Failed calls' }).getByRole('link')
  await expect(calls).toHaveText([/^\d+$/, /^\d+$/, /^\d+$/, /^\d+$/])
  await calls.last().click()
  await expect(page).toHaveURL(/company=.*state=missing/)
  await page.goBack()
  await page.setViewportSize({ width: 320, height: 844 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1440, height: 900 })

  await latest.getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toContainText(COMPANY)
  await page.goBack()

  await page.getByRole('button', { name: 'Since yesterday' }).click()
  await expect(page).toHaveURL(/from=\d.*to=\d/)
  await page.getByRole('button', { name: 'Last 7 days' }).click()

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
  const opens = async (link: Locator) => {
    await link.click()
    await expect(page).toHaveURL(/\/companies\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(COMPANY)
  }
  await page.goto(`/failed-calls?company=${encodeURIComponent(COMPANY)}`)
  const row = page.getByRole('row').filter({ hasText: COMPANY }).first()
  await row.getByRole('button', { name: /^More actions/ }).click()
  await opens(page.getByRole('menuitem', { name: 'Open company' }))
  await page.goBack()
  await row.getByRole('link', { name: COMPANY }).click()
  await opens(page.getByRole('dialog').getByRole('link', { name: COMPANY, exact: true }))

  await page.goto(`/failed-calls?view=groups&company=${encodeURIComponent(COMPANY)}`)
  await opens(page.getByRole('row').getByRole('link', { name: 'Company page' }).first())
  await card(page, 'Follow-up').getByRole('button', { name: 'Take' }).click()
  await expect(page.getByText('Taken by you').first()).toBeVisible()

  await page.goto('/activity')
  await opens(page.getByRole('link', { name: `Changed the follow-up of ${COMPANY}` }).first())
  await page.goto('/receivers')
  await opens(page.getByRole('link', { name: COMPANY, exact: true }).first())
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
