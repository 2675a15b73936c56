import { expectAccessible } from '../support/expect-accessible.ts'
import { failedCall } from '../support/listing-service.ts'
import { expect, test } from '../support/redial-with-listing.ts'
import { groups, openView } from './range-view.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test.use({ baseURL: ({ service }, use) => use(service.url) })
test.beforeEach(({ context, service }) => context.addCookies([service.session]))

test('a message about an event is copied at once, without its caller, and adapted for the operator', async ({
  page,
  service,
}) => {
  service.list([failedCall(1, { company: 'Acme Cars', status: 500, caller: '27825550189' })])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&event=1')
  await page.getByRole('button', { name: 'Copy message' }).click()
  const panel = page.getByRole('dialog', { name: 'Message' })
  await expect(panel.getByRole('status')).toContainText('Copied')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const text = await copied()
  expect(text).toContain('We could not deliver 1 call to your system')
  expect(text).toContain('Acme Cars’ receiver (hooks.example) answered 500')
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

test('a message about a group names how often each cause occurred', async ({ page, service }) => {
  service.list([
    failedCall(3, { status: 500, at: '12:00' }),
    failedCall(2, { status: 500, at: '11:00' }),
    failedCall(1, { status: 404, at: '10:00' }),
  ])
  await openView(page, 'groups')
  await groups(page).getByRole('button', { name: 'Copy message' }).click()
  const text = page.getByRole('dialog', { name: 'Message' }).getByLabel('Message')
  await expect(text).toHaveValue(/3 calls to your system between .*10:00:00.* and .*12:00:00/)
  await expect(text).toHaveValue(/What happened \(2 of 3\)/)
})
