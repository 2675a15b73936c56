import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../contract/time/calendar-date.ts'
import { today } from '../overview-page.ts'
import { boxOf } from '../support/box-of.ts'
import { downloaded } from '../support/downloaded.ts'
import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { failedCall, failedCalls, test as foreign } from '../support/listing-service.ts'
import { openSession } from '../support/open-session.ts'
import { expect, test as own } from '../support/redial.ts'
import { events } from './range-view.ts'

const PERMISSIONS = { permissions: ['clipboard-read', 'clipboard-write'] }
own.use(PERMISSIONS)
foreign.use(PERMISSIONS)

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Message' })

/** Two clicks. */
async function copyMessage(page: Page, among: Page | Locator): Promise<void> {
  await among.getByRole('button', { name: 'Copy message' }).click()
  await panelOf(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(panelOf(page).getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
}

const RECEIVER = 'hooks.example/acme'
const DAY = '/failed-calls?from=2026-11-21&to=2026-11-21'
const CALLS = [
  failedCall(4, { company: 'Van Wyk', at: '12:00' }),
  failedCall(3, { at: '11:00' }),
  failedCall(2, { at: '10:00' }),
  failedCall(1, { at: '09:00' }),
]

foreign('two clicks copy the message about a filtered list', AXE, async ({ page, service }) => {
  service.list(CALLS)
  await page.goto(`${DAY}&company=Acme+Cars`)
  await expect(events(page).getByRole('row')).toHaveCount(4)
  await copyMessage(page, page)
  expect(await copied(page)).toMatch(
    /the details of 3 calls to your system .*Company: Acme Cars\n/s,
  )
  await expect(panelOf(page)).toContainText('Acme Cars: 3 calls not delivered, 21 November 2026')
  await expect(panelOf(page).getByRole('link', { name: 'Mail' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=Acme%20Cars%3A%203%20calls%20not%20delivered/,
  )
  await expectAccessible(page)
})

for (const width of [1440, 390]) {
  foreign(`two clicks copy the message of a selection, ${width} px`, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 900 })
    service.list(CALLS)
    await page.goto(DAY)
    for (const call of ['11:00:00', '09:00:00']) {
      await events(page).getByRole('row').filter({ hasText: call }).getByRole('checkbox').click()
    }
    await copyMessage(page, page.getByRole('region', { name: 'Selected events' }))
    const text = await copied(page)
    expect(text).toContain('the details of 2 calls to your system')
    expect(text).toMatch(/call 7001\n.*call 7003\n/)
  })
}

foreign('two clicks copy the message to the operator of a receiver', async ({ page, service }) => {
  service.list(CALLS)
  await page.goto(DAY)
  await expect(events(page).getByRole('row')).toHaveCount(5)
  await page.goto('/receivers')
  await page.getByRole('table').getByRole('link', { name: RECEIVER }).click()
  await copyMessage(page, page.getByRole('dialog', { name: RECEIVER }))
  expect(await copied(page)).toMatch(/Technical details\nRequest: POST/)
})

foreign('a message too long for a link is mailed with a file', async ({ page, service }) => {
  service.list(failedCalls(12))
  await page.goto(`${DAY}&company=Acme+Cars`)
  await page.getByRole('button', { name: 'Copy message' }).click()
  const { name, text } = await downloaded(
    panelOf(page).getByRole('button', { name: 'Save as a file' }),
  )
  expect(name).toBe('Acme-Cars-12-calls-not-delivered-21-November-2026.txt')
  expect(text.match(/^- (Call started|Delivery failed)/gm)).toHaveLength(12)
  const link = await panelOf(page).getByRole('link', { name: 'Mail' }).getAttribute('href')
  expect(decodeURIComponent(link ?? '')).toMatch(
    /Company: Acme Cars\n.*What happened\n.*The details of 12 calls are in the attached file\./s,
  )
  expect(link?.length).toBeLessThanOrEqual(2_000)
})

foreign('the buttons of a message stay where they are', async ({ page, service }) => {
  service.list(CALLS.slice(1))
  await page.goto(`${DAY}&company=Acme+Cars&view=groups&by=receiver`)
  await page.getByRole('row').getByRole('button', { name: 'Copy message' }).click()
  const copy = panelOf(page).getByRole('button', { name: 'Copy', exact: true })
  await expect(copy).toBeEnabled()
  const before = await boxOf(copy)
  await copy.click()
  await expect(panelOf(page)).toContainText('Has the customer been informed?')
  expect(await boxOf(copy)).toEqual(before)
})

foreign('the informed mark says what the customer was told', async ({ page, service }) => {
  service.list(CALLS.slice(1))
  await page.goto(`${DAY}&company=Acme+Cars&view=groups&by=receiver`)
  const group = page.getByRole('row').filter({ hasText: RECEIVER })
  await copyMessage(page, group)
  await panelOf(page).getByRole('button', { name: 'Mark as informed' }).click()
  await expect(group).toContainText(
    /Customer informed .* \(3 calls not delivered, 21 November 2026\)/,
  )
  await page.keyboard.press('Escape')
  await group.getByRole('button', { name: /^Follow-up of/ }).click()
  const menu = page.getByRole('dialog', { name: 'Follow-up' })
  await expect(menu).toContainText(/Customer informed .* \(3 calls not delivered/)

  await page.goto('/companies/Acme%20Cars?from=2026-11-21&to=2026-11-21')
  await expect(page.getByRole('region', { name: 'Follow-up' })).toContainText(
    /Customer informed .* \(3 calls not delivered/,
  )
})

own('a message stays open while a person gives their name', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text, '')])
  await page.goto(
    `/failed-calls?from=${addDays(today(), -6)}&to=${today()}&company=Acme+Cars+Sandton`,
  )
  await page.getByRole('button', { name: 'Copy message' }).click()
  await panelOf(page).getByLabel('Show callers’ numbers').check()
  await panelOf(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await panelOf(page).getByRole('button', { name: 'Mark as informed' }).click()
  await page.getByLabel('Your name').fill('Lerato')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(panelOf(page)).toContainText(/Informed .* by Lerato/)
  await expect(panelOf(page).getByLabel('Show callers’ numbers')).toBeChecked()
})

own.use({ demo: 'messages' })

own('a message has both lists and keeps its language', AXE, async ({ signedIn: page }) => {
  const company = 'Acme Cars Sandton'
  const range = new URLSearchParams({ from: addDays(today(), -6), to: today(), company })
  await page.goto(`/failed-calls?${range}`)
  await page.getByRole('button', { name: 'Copy message' }).click()
  const text = panelOf(page).getByLabel('Message')
  await expect(text).toHaveValue(/the details of \d+ calls? and \d+ AI results? to your system/)
  await panelOf(page).getByRole('button', { name: 'Afrikaans' }).click()
  await expect(text).toHaveValue(/^Goeiedag\n\nOns kon die besonderhede van \d+ oproepe? en \d+ KI/)
  await expect(panelOf(page).getByText('Has the customer been informed?')).toHaveCount(0)
  await panelOf(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await panelOf(page).getByRole('button', { name: 'Mark as informed' }).click()
  await expect(panelOf(page)).toContainText(/Informed .* by .* \(\d+ calls? and \d+ AI events? not/)
  expect(await copied(page)).toContain('Vriendelike groete')
  await expectAccessible(page)

  await page.goto(`/companies/${encodeURIComponent(company)}`)
  await expect(page.getByText(/^Customer informed/)).toBeVisible()
  const card = page.getByRole('region', { name: 'All events of these days' })
  await copyMessage(page, card)
  expect(await copied(page)).toMatch(/oproepe? en \d+ KI-resulta/)
})
