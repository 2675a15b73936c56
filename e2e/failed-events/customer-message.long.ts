// Long: each test opens a message at several places and widths.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { groups } from './range-view.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

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
  const panel = page.getByRole('dialog', { name: 'Message' })
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
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toBe('what was copied before')
  await panel.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(copied).toContain('Company: Van Wyk')
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
