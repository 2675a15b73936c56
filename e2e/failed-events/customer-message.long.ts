// Long: each test opens a message at several places and widths.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { groups } from './range-view.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a message about an event is copied once a person has read it, without its caller, and adapted for the operator', async ({
  page,
  service,
}) => {
  const call = failedCall(1, { company: 'Acme Cars', status: 500, caller: '27825550189' })
  Object.assign(call.request_json, { call_start_stamp: '2026-11-21T08:07:21+02:00' })
  service.list([call])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&event=1')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText('what was copied before'))
  await page.getByRole('button', { name: 'Copy message' }).click()
  const panel = page.getByRole('dialog', { name: 'Message' })
  await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue(/^Hello,/)
  expect(await copied()).toBe('what was copied before')
  await panel.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(panel.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const text = await copied()
  expect(text).toContain(
    '- Call started on 21 Nov at 08:07:21, delivery failed at 09:00:00, caller',
  )
  expect(text).toContain('caller +27 82 *** **89')
  expect(text).not.toContain('27825550189')
  await expectAccessible(page)

  await panel.getByLabel('The operator of the receiver').check()
  await panel.getByLabel('Show callers’ numbers').check()
  await panel.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(copied).toContain("curl -i -X POST 'https://hooks.example/acme'")
  expect(await copied()).toContain('"caller_number":"27825550189"')
  await expect(panel.getByRole('link', { name: 'Mail' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=/,
  )
})

test('each company of a group gets its own message, and nothing is copied before one is chosen', async ({
  page,
  service,
}) => {
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
})

test('a low window shows the buttons of a long message', async ({ page, service }) => {
  await page.setViewportSize({ width: 1100, height: 560 })
  service.list([
    failedCall(2, { company: 'Blouberg Auto', receiver: 'blouberg', at: '12:00' }),
    failedCall(1, { company: 'Van Wyk', receiver: 'van-wyk', at: '11:00' }),
  ])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&view=groups&by=cause')
  await groups(page).getByRole('button', { name: 'Copy message' }).click()
  const panel = page.getByRole('dialog', { name: 'Message' })
  await panel.getByRole('combobox', { name: 'Which company?' }).selectOption('Van Wyk (1)')
  expect(await panel.evaluate(shown => shown.scrollHeight - shown.clientHeight)).toBeGreaterThan(0)
  for (const name of ['Copy', 'Print']) {
    await expect(panel.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }
})
