// Long: measures the blocklist in low and narrow windows.
import { blockNumbersForm, paste } from './blocklist/block-numbers-form.ts'
import { expect, signedInPartner, test } from './blocklist/blocklist-account.ts'
import { keepList, manyNumbers } from './blocklist/kept-list.ts'
import { boxOf } from './support/box-of.ts'

test('in a low window, buttons don’t cover the field with the focus', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/blocklist?entity=blouberg-auto&add=true')
  const { pasteArea } = blockNumbersForm(page)
  await expect(pasteArea).toBeFocused()
  const isOnTop = () =>
    pasteArea.evaluate(field => {
      const { left, bottom } = field.getBoundingClientRect()
      return document.elementFromPoint(left + 20, bottom - 2) === field
    })
  await expect.poll(isOnTop).toBe(true)
})

test.describe('on a phone whose browser shows its bars', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 664 } })

  test('what was blocked stays in view above the first invalid entry', async ({ page, redial }) => {
    await signedInPartner(page, redial, { companies: ['Partly Motors'] })
    await page.goto('/blocklist?entity=Partly+Motors&add=true')
    const form = blockNumbersForm(page)
    await paste(form.pasteArea, ['082 555 1091', '082 555', '12', '082 12'])
    await form.number(4).scrollIntoViewIfNeeded()
    await form.submit()
    await expect(form.number(1)).toBeFocused()
    const title = await boxOf(form.dialog.getByRole('heading', { name: 'Block numbers' }))
    const done = form.dialog.getByText('1 number blocked for Partly Motors.')
    await expect.poll(async () => (await boxOf(done)).y).toBeGreaterThan(title.bottom)
    const entry = await boxOf(form.number(1))
    expect(entry.y).toBeGreaterThan((await boxOf(done)).y)
    expect(entry.bottom).toBeLessThanOrEqual(664)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('opening a company moves the focus to its name, and back to the companies', async ({
    page,
    context,
    otherService,
  }) => {
    await context.addCookies([otherService.session])
    keepList(otherService, manyNumbers(3))
    await page.goto(`${otherService.url}/blocklist`)
    const company = page
      .getByRole('navigation', { name: 'Every company with blocked numbers' })
      .getByRole('link')
    await company.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Acme Cars' })).toBeFocused()
    await page.getByRole('link', { name: 'All companies' }).focus()
    await page.keyboard.press('Enter')
    await expect(company).toBeFocused()
  })
})
