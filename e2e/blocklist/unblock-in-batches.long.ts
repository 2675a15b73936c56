// Long: thousands of numbers are unblocked in batches, with failures and undo.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { pageOf } from '../support/other-service.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import { keepList, manyNumbers } from './kept-list.ts'

test('an unblock that fails halfway says why and can be undone', async ({ page, otherService }) => {
  const numbers = manyNumbers(14)
  const list = keepList(otherService, numbers)
  list.onUnblock = sent => {
    if (sent.length > 10) return [413, '']
    return sent.includes('27831000013') ? [503, { detail: 'Down for maintenance.' }] : null
  }
  await unblockAll(page, '14')
  const notification = page.getByRole('status').filter({ hasText: '7 numbers unblocked' })
  await expect(notification).toContainText('7 numbers are still blocked for Acme Cars')
  await expect(notification).toContainText('The service could not answer')
  await expect(notification).toContainText('Down for maintenance.')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Unblock 7 numbers' })).toBeVisible()
  expect(list.numbers.size).toBe(7)
  await notification.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('7 numbers blocked again for Acme Cars.')).toBeVisible()
  expect([...list.numbers].toSorted()).toEqual(numbers)
})

test('a half-finished undo can be continued, and blames nobody', async ({ page, otherService }) => {
  const list = keepList(otherService, manyNumbers(3))
  await unblockAll(page, '3')
  const notification = page.getByRole('status').filter({ hasText: 'for Acme Cars' })
  await expect(notification).toContainText('unblocked for Acme Cars.')
  list.onAdd = sent => (sent.length > 2 ? [413, ''] : sent.length === 1 ? [503, {}] : null)
  await notification.getByRole('button', { name: 'Undo' }).click()
  await expect(notification).toContainText('2 of 3 numbers blocked again for Acme Cars.')

  // This one succeeds, but its answer is lost.
  list.onAdd = (sent, { numbers }) => {
    for (const number of sent) numbers.add(number)
    otherService.answers({ 'GET /v1/blocklist/': [503, {}] })
    return [503, {}]
  }
  await page.getByText('Unblocked in this session (1)').click()
  await expectAccessible(page)
  const undo = page.getByRole('button', { name: 'Undo: block +27 83 100 0002 of Acme Cars again' })
  await undo.click()
  await expect(notification).toContainText('0 of 1 number blocked again for Acme Cars.')
  keepList(otherService, manyNumbers(3))
  await undo.click()
  await expect(
    page.getByText('+27 83 100 0002 blocked again for Acme Cars.', { exact: true }),
  ).toBeVisible()
})

test('numbers that a refusal removed count as unblocked', async ({ page, otherService }) => {
  const list = keepList(otherService, manyNumbers(4))
  list.onUnblock = (sent, { numbers }) => {
    for (const number of sent) numbers.delete(number)
    return [404, { error: 'Some of these are not on the list.' }]
  }
  await unblockAll(page, '4')
  await expect(page.getByText('4 numbers unblocked for Acme Cars.')).toBeVisible()
  expect(list.unblocked).toEqual([4])
})

async function unblockAll(page: Page, count: string) {
  await page.goto('/blocklist')
  await page.getByRole('checkbox', { name: `Select all ${count}` }).check()
  await page.getByRole('button', { name: `Unblock ${count} numbers` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click()
}

test('a refusal to unblock some numbers unblocks none', async ({ page, otherService }) => {
  const list = keepList(otherService, manyNumbers(3))
  list.onUnblock = () => [
    400,
    {
      blocked_phone_number_list: [{}, { phone_number: ['Kept by court order.'] }],
      entity: { name: ['Unknown spelling.'] },
    },
  ]
  await unblockAll(page, '3')
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('+27 83 100 0001: Kept by court order.')
  await expect(alert).toContainText('entity, name: Unknown spelling.')
  expect(list.numbers.size).toBe(3)
})

test('numbers of other companies are left when the page is left', async ({
  page,
  otherService,
}) => {
  const companies = ['ACME', 'BERG'].map((reference, index) => ({
    id: index,
    entity_context_name: 'company',
    entity: { reference, name: reference },
    blocked_phone_number_list: manyNumbers(1).map(phone_number => ({ phone_number })),
  }))
  otherService.answers({
    'GET /v1/blocklist/': [200, pageOf(companies)],
    'POST /v1/blocklist/unblock/': [200, companies[0]],
  })
  const unblocked: unknown[] = []
  page.on('request', request => {
    if (request.url().endsWith('/unblock/')) unblocked.push(request.postDataJSON().entity.reference)
  })
  await page.goto('/blocklist')
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByRole('checkbox', { name: 'Select all 2' }).check()
  await page.getByRole('button', { name: 'Unblock 2 numbers' }).click()
  otherService.hold('POST /v1/blocklist/unblock/')
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click()
  await expect.poll(() => unblocked).toEqual(['ACME'])
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  otherService.release()
  const notification = page.getByRole('status').filter({ hasText: 'unblocked for ACME.' })
  await expect(notification).toContainText('is still blocked for BERG: you stopped it.')
  expect(unblocked).toEqual(['ACME'])
})
