// Long: each test works through a blocklist in another shape.
import { expect, onOtherService as test } from '../support/redial.ts'
import { unblock } from './blocked-numbers.ts'

const LIST = 'GET /v1/blocklist/'
const odd = (change: object = {}) => ({
  id: 'bl-7',
  entity_context_name: 'Company',
  entity: { reference: 7, name: null },
  blocked_phone_number_list: ['+27 82 123 0001', 27821230002],
  since: 'May',
  ...change,
})

test('entries that can’t be read are shown unchanged', async ({ page, otherService }) => {
  const site = odd({ entity_context_name: 'site', entity: { reference: 'S1', name: 'Site 1' } })
  otherService.answers({ [LIST]: [200, { results: [odd(), site, null, 'text'] }] })
  await page.goto('/blocklist')
  await expect(page.getByText('2 numbers blocked for this company')).toBeVisible()
  const others = page.getByRole('region', { name: 'Entries that can’t be read', exact: true })
  await expect(page.getByText(/^Redial can’t read 3 entries of the blocklist/)).toBeVisible()
  await expect(others).toContainText('"Site 1"')
  await expect(others).toContainText('"text"')
  const check = page.getByRole('search', { name: 'Find on the blocklist' })
  await check.getByRole('searchbox').fill('082 999 0000')
  await expect(check).toContainText('Redial can’t read some entries of the blocklist')
})

test('your own unblock is never called a colleague’s change', async ({ page, otherService }) => {
  let listed = ['27821230001', '27821230002']
  otherService.answers({
    [LIST]: () => [200, [odd({ blocked_phone_number_list: listed })]],
    'POST /v1/blocklist/unblock/': () => {
      listed = ['27821230002']
      return [202, '']
    },
  })
  await page.goto('/blocklist')
  await unblock(page, '27821230001')
  await expect(page.getByText('+27 82 123 0001 unblocked for 7.')).toBeVisible()
  // When the page opens, before the unblock, to prove it, and after it.
  await expect.poll(() => otherService.requests('GET', '/v1/blocklist/').length).toBe(4)
  await expect(page.getByText('1 number blocked for this company')).toBeVisible()
  await expect(page.getByText('The list changed')).toBeHidden()
})
