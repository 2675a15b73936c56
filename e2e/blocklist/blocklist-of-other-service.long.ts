// Long: each test opens the blocklist in front of a slow or failing service.
import { expectAccessible } from '../support/expect-accessible.ts'
import { pageOf } from '../support/other-service.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import { blocksSent, openForm } from './block-numbers-form.ts'
import { ACME, ENTRIES, filledForm, keepList } from './kept-list.ts'

const LISTED = ['27825550000']

test('the form can be filled while the companies load', async ({ page, otherService }) => {
  keepList(otherService, LISTED)
  otherService.hold('GET /v2/company/')
  const asked = page.waitForRequest(/\/v2\/company\//)
  const form = await filledForm(page)
  await asked
  await form.expectEntries(...ENTRIES)
  otherService.release()
  await form.expectEntries(...ENTRIES)
})

test('failed, offline and empty look different', async ({ page, otherService }) => {
  otherService.answers({ 'GET /v1/blocklist/': [500, '<h1>Server Error (500)</h1>'] })
  await page.goto('/blocklist')
  const alert = page.getByRole('alert')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(alert).toContainText('The service could not answer')
  await expect(page.getByText(/No numbers/)).toHaveCount(0)
  await expectAccessible(page)

  await page.context().setOffline(true)
  await tryAgain.click()
  await expect(alert).toContainText('No connection')
  await expect(alert).not.toContainText('The service could not answer')
  // It retries automatically when the connection is back.
  await page.context().setOffline(false)
  await expect(alert).toContainText('The service could not answer')

  keepList(otherService, LISTED)
  await tryAgain.click()
  await expect(page.getByRole('row').filter({ hasText: '+27 82 555 0000' })).toBeVisible()
  await expect(alert).toHaveCount(0)

  otherService.answers({})
  await page.reload()
  await expect(
    page.getByRole('heading', { name: 'No numbers are blocked for any company' }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a list that loads says so and counts nothing', async ({ page, otherService }) => {
  keepList(otherService, LISTED)
  otherService.hold('GET /v1/blocklist/')
  await page.goto('/blocklist')
  await expect(page.getByRole('status').filter({ hasText: 'Loading the blocklist' })).toBeVisible()
  await expect(page.getByText(/No numbers/)).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Company', exact: true })).toBeVisible()
  // The skeleton is hidden from screen readers, so nothing of it would be checked.
  await expect(page.locator('#skeleton')).toHaveCount(0)
  await expectAccessible(page)
  otherService.release()
  await expect(page.getByRole('tab', { name: 'Company 1', exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '+27 82 555 0000' })).toBeVisible()
})

test('a list that can’t be refreshed is marked as out of date', async ({ page, otherService }) => {
  keepList(otherService, LISTED)
  const form = await filledForm(page)
  otherService.answers({
    'GET /v1/blocklist/': [503, { detail: 'Down for maintenance.' }],
    'POST /v1/blocklist/': [400, { non_field_errors: ['Not today.'] }],
  })
  await form.submit()
  await form.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('This list may be out of date.')
  await expect(page.getByRole('alert')).toContainText('The service could not answer.')
  await expect(page.getByRole('alert')).toContainText('Last updated')
  await expect(page.getByRole('alert')).toContainText('Down for maintenance.')
  await expect(page.getByRole('row').filter({ hasText: '+27 82 555 0000' })).toBeVisible()
  // It may be requested again automatically, and the answer would then come before the click.
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  keepList(otherService, LISTED)
  // The page may have repeated the request automatically, and then the button is gone.
  await page.getByRole('button', { name: 'Try again' }).evaluateAll(buttons => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('notes that can’t be loaded don’t look as if none exist', async ({ page, otherService }) => {
  keepList(otherService, LISTED)
  const row = page.getByRole('row').filter({ hasText: '+27 82 555 0000' })
  await otherService.breakNotes(true)
  try {
    await page.goto('/blocklist')
    await expect(row).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(
      'So this page doesn’t say why, by whom and until when numbers are blocked.',
    )
    await expect(row).not.toContainText('–')
    await expect(row).not.toContainText('Outside Redial')
    await page.goto('/blocklist?view=all&due=due')
    await expect(page.getByText('This filter needs notes about the numbers')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reason', exact: true })).toHaveCount(0)
  } finally {
    await otherService.breakNotes(false)
  }
  await page.getByRole('link', { name: 'Blocklist', exact: true }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row).toContainText('Add a reason')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a form that waits for events omits an own number', async ({ page, otherService }) => {
  const call = { id: 1, tracking_number: '27105550142', company: 'Berg Auto' }
  const list = keepList(otherService, LISTED, {
    'GET /v1/call_events_fail/': [200, pageOf([call])],
  })
  list.onAdd = () => [403, { detail: 'Enough.' }]
  otherService.hold('GET /v1/call_events_fail/')
  const form = await openForm(page, 'entity=ACME')
  await expect(form.reference).toHaveValue(ACME.reference)
  await form.enter('010 555 0142', '082 555 0001')
  const sent = blocksSent(page)
  await expect(form.submitButton).toHaveText(/^Block 2 numbers/)
  await form.submit()
  await expect(form.submitButton).toHaveAttribute('data-loading')
  expect(sent).toEqual([])
  otherService.release()
  await expect
    .poll(() => sent)
    .toMatchObject([{ blocked_phone_number_list: [{ phone_number: '27825550001' }] }])
})
