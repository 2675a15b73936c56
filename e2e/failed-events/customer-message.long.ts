// Long: each test opens a message at several places and widths.
import { addDays } from '../../contract/time/calendar-date.ts'
import { today } from '../overview-page.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { openSession } from '../support/open-session.ts'
import { test as own } from '../support/redial.ts'
import { copied, copyMessage, panelOf } from './message-panel.ts'
import { groups } from './range-view.ts'

const PERMISSIONS = { permissions: ['clipboard-read', 'clipboard-write'] }
test.use(PERMISSIONS)
own.use({ ...PERMISSIONS, demo: 'messages' })

test('each company gets its own message, copied only when chosen', async ({ page, service }) => {
  const blouberg = { company: 'Blouberg Auto', receiver: 'blouberg' }
  service.list([
    failedCall(3, { ...blouberg, at: '12:00' }),
    failedCall(2, { company: 'Van Wyk', receiver: 'van-wyk', at: '11:00' }),
    failedCall(1, { ...blouberg, at: '10:00' }),
  ])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&view=groups&by=cause')
  await page.evaluate(() => navigator.clipboard.writeText('what was copied before'))
  await groups(page).getByRole('button', { name: 'Copy message' }).click()
  const panel = panelOf(page)
  const text = panel.getByRole('textbox', { name: 'Message' })
  const companies = panel.getByRole('combobox', { name: 'Which company?' })
  await expect(companies.getByRole('option')).toHaveText([
    'Choose a company',
    'Blouberg Auto (2)',
    'Van Wyk (1)',
  ])
  await expect(text).toHaveValue('')
  for (const name of ['Copy', 'Mail', 'Print']) {
    await expect(panel.getByRole('button', { name, exact: true })).toBeDisabled()
  }
  await expectAccessible(page)

  await companies.selectOption('Van Wyk (1)')
  await expect(text).toHaveValue(
    /the details of 1 call .*Company: Van Wyk\n.*hooks\.example\/van-wyk/s,
  )
  await expect(text).not.toHaveValue(/Blouberg/i)
  expect(await copied(page)).toBe('what was copied before')
  await panel.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => copied(page)).toContain('Company: Van Wyk')
  await companies.selectOption('Blouberg Auto (2)')
  await expect(text).toHaveValue(/the details of 2 calls/)
  await expect(text).not.toHaveValue(/Van.Wyk/i)

  await panel.getByLabel('The operator of the receiver').check()
  await expect(text).toHaveValue(/2 calls to your receiver .*curl -i/s)
  await expect(text).not.toHaveValue(/van.wyk/i)
  await panel
    .getByRole('combobox', { name: 'Which receiver?' })
    .selectOption('hooks.example/van-wyk (1)')
  await expect(text).toHaveValue(/1 call to your receiver .*curl -i/s)
  await expect(text).not.toHaveValue(/blouberg/i)

  // The window is so low that a person has to scroll, but not to the buttons.
  await page.setViewportSize({ width: 1100, height: 560 })
  expect(await panel.evaluate(shown => shown.scrollHeight - shown.clientHeight)).toBeGreaterThan(0)
  for (const name of ['Copy', 'Print']) {
    await expect(panel.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }
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

own('a message has both lists and keeps its language', async ({ signedIn: page }) => {
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
