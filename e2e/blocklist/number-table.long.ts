// Long: a table of thousands of rows is scrolled, sorted and rearranged.
import { pageOf } from '../support/other-service.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import { keepList, manyNumbers } from './kept-list.ts'

test('rows are drawn even if many are added above them', async ({ page, otherService }) => {
  const numbers = manyNumbers(1_000)
  const recordOf = (id: number, phoneNumbers: string[]) => ({
    id,
    entity_context_name: 'company',
    entity: { reference: `C${id}`, name: `Company ${id}` },
    blocked_phone_number_list: phoneNumbers.map(phone_number => ({ phone_number })),
  })
  const others = Array.from({ length: 80 }, (_, index) => recordOf(index + 2, ['27831000000']))
  otherService.answers({
    'GET /v1/blocklist/': [200, pageOf([recordOf(1, numbers), ...others])],
  })
  await page.goto('/blocklist?entity=C1')
  const first = page.getByRole('row').filter({ hasText: '+27 83 100 0000' })
  await expect(first).toBeVisible()
  await page
    .getByRole('searchbox', { name: 'Find a number, company, partner or group' })
    .fill('083 100 0000')
  await expect(page.getByText('Yes, +27 83 100 0000 is blocked.')).toBeVisible()
  await page.getByText('75 more entries block it').click()
  await expect(page.getByRole('link', { name: 'Company 81', exact: true }).first()).toBeVisible()
  await page.getByRole('table').evaluate(table => table.scrollIntoView())
  await expect(first).toBeInViewport()
})

test('on a phone, no company looks chosen before one is', async ({ page, otherService }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  keepList(otherService, manyNumbers(30))
  await page.goto('/blocklist')
  const company = page.getByRole('main').getByRole('navigation').getByRole('link').first()
  await expect(company).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await company.click()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/30 numbers/)
      .filter({ visible: true }),
  ).toHaveCount(1)
})

test('on a phone, the numbers can be sorted', async ({ page, otherService }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  keepList(otherService, manyNumbers(3))
  await page.goto('/blocklist?view=all')
  const numbers = page.getByRole('table').getByRole('cell', { name: /^\+27/ })
  await expect(numbers).toHaveCount(3)
  const before = await numbers.allInnerTexts()
  const sort = page.getByRole('button', { name: 'Phone number', exact: true })
  await sort.click()
  await sort.click()
  await expect(numbers).toHaveText(before.toReversed())
})

test('on a tablet, the list of all numbers shows whole names', async ({ page, otherService }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  keepList(otherService, manyNumbers(3))
  await page.goto('/blocklist?view=all')
  const name = page.getByRole('cell', { name: 'Acme Cars' }).first().getByText('Acme Cars')
  await expect(name).toBeVisible()
  const isCut = await name.evaluate(
    element =>
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
  )
  expect(isCut).toBe(false)
})

test('on A4, numbers show why, by whom and until when', async ({ page, otherService }) => {
  keepList(otherService, manyNumbers(3))
  await page.goto('/blocklist')
  await expect(page.getByRole('table')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // A4 portrait without the usual margins.
  await page.setViewportSize({ width: 718, height: 1000 })
  const printed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main table thead th')]
        .filter(header => {
          const { left, right, width } = header.getBoundingClientRect()
          const isShown = getComputedStyle(header).visibility === 'visible' && width > 1
          return isShown && left >= 0 && right <= window.innerWidth
        })
        .map(header => header.innerText),
    )
  await expect.poll(printed).toEqual(['Phone number', 'Why', 'Blocked by', 'Until'])
})
