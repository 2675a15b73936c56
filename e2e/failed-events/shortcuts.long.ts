// Long: goes through the pages with every key.
import { expectAccessible } from '../support/expect-accessible.ts'
import { failedCall } from '../support/listing-service.ts'
import { pageOf, startServiceWithReceiver } from '../support/other-service.ts'
import { expect, testOn } from '../support/redial.ts'
import { whenIdle } from '../support/when-idle.ts'
import { events, rowOf } from './range-view.ts'

const test = testOn(async () => {
  const service = await startServiceWithReceiver()
  const results = ['Acme', 'Bela', 'Ciro'].map((company, index) => ({
    ...failedCall(3 - index, { company }),
    callback_url: `${service.receiver.url}/hook`,
  }))
  service.answers({
    'GET /v1/call_events_fail/': [200, pageOf(results)],
    'GET /v2/company/': [200, [{ reference: 'bela', name: 'Bela' }]],
  })
  return service
})

test.beforeEach(async ({ page }) => {
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(events(page)).toBeVisible()
  await whenIdle(page)
})

test('keys move, select, and replay after a confirmation', async ({ page, service }) => {
  const link = (name: string) => events(page).getByRole('link', { name })
  await page.keyboard.press('j')
  await expect(link('Acme')).toBeFocused()
  await page.keyboard.press('j')
  await expect(link('Bela')).toBeFocused()
  await page.keyboard.press('k')
  await expect(link('Acme')).toBeFocused()
  await page.keyboard.press('x')
  await expect(rowOf(page, 'Acme').getByRole('checkbox')).toBeChecked()

  await page.keyboard.press('j')
  const question = page.getByRole('dialog', {
    name: /^Replay the event of Bela, call from \+27 82 555 0002, .*\?$/,
  })
  // The checkbox was clicked, not focused: the next row follows the one that has the focus.
  await expect(link('Bela')).toBeFocused()
  await page.keyboard.press('r')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(service.receiver.requests).toHaveLength(0)
  await link('Bela').focus()
  await page.keyboard.press('r')
  await question.getByRole('button', { name: 'Send it' }).click()
  await expect(rowOf(page, 'Bela')).toContainText('Delivered')
  expect(service.receiver.requests).toHaveLength(1)

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('jx')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('jx')
})

test('keys work after a click on a checkbox, and with Shift for /', async ({ page }) => {
  const box = rowOf(page, 'Acme').getByRole('checkbox')
  await box.click()
  await expect(box).toBeChecked()
  await page.keyboard.press('x')
  await expect(box).not.toBeChecked()
  await page.keyboard.press('j')
  await expect(events(page).getByRole('link', { name: 'Bela' })).toBeFocused()

  const field = page.getByRole('searchbox', { name: 'Search' })
  await rowOf(page, 'Bela').getByRole('checkbox').focus()
  // The key on a German keyboard. The browser under test does not have it.
  await rowOf(page, 'Bela')
    .getByRole('checkbox')
    .dispatchEvent('keydown', { key: '/', shiftKey: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('r?')
  await expect(field).toHaveValue('r?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('J next to the details says which event is open', async ({ page }) => {
  await events(page).getByRole('link', { name: 'Acme' }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('j')
  await expect(details.getByRole('status')).toHaveText(
    '2 of 3. Bela, call from +27 82 555 0002, Answered 500, an error on its side',
  )
})

test('the list of shortcuts opens by ? and turns single keys off', async ({ page }) => {
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Shift+?')
  await dialog.getByLabel('Use single keys as shortcuts').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Shift+?')
  await page.keyboard.press('j')
  await expect(events(page).getByRole('link', { name: 'Acme' })).not.toBeFocused()
  await expect(dialog).toBeHidden()
})

test('the palette searches for a text, and looks a number up', async ({ page }) => {
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Go to a page, or search' }).fill('Müller')
  await page.getByText('Search the failed calls of the last 7 days for “Müller”').click()
  await expect(page).toHaveURL(/\/failed-calls\?.*q=M/)
  await expect(page).toHaveURL(/state=all/)
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Go to a page, or search' }).fill('082 777 0105')
  await page.getByRole('option', { name: 'Check 082 777 0105 on the blocklist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocklist')
  await expect(page.getByRole('searchbox')).toHaveValue('082 777 0105')
})

test('the palette says which result Enter opens', async ({ page, service }) => {
  service.hold('GET /v2/company/')
  await page.getByRole('button', { name: 'Search' }).click()
  const field = page.getByRole('combobox', { name: 'Go to a page, or search' })
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  const active = page.getByRole('listbox').getByRole('option', { selected: true })
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await expect(page.getByRole('status').filter({ hasText: '9 results' })).toBeAttached()

  await field.fill('bela')
  await expect(active).toHaveText('Search the failed calls of the last 7 days for “bela”')
  service.release()
  await expect(active).toContainText('Company: what is missing')
  await expect(active).toHaveCount(1)
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? '',
  )
  await expect(page.getByRole('status').filter({ hasText: '3 results' })).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/companies\/Bela$/)
})

for (const width of [320, 390, 820]) {
  test.describe(`${width} px wide, with a finger`, () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width, height: 844 } })

    test('the palette opens from the header', async ({ page }) => {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
      await expect(page.getByRole('combobox', { name: 'Go to a page, or search' })).toBeFocused()
    })
  })
}
