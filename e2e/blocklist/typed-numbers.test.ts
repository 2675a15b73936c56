import type { Page } from '@playwright/test'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm, blocksSent, expectRight, paste } from './block-numbers-form.ts'
import { signedInPartner } from './blocklist-account.ts'

test('typed text is shown as entries before anything is sent', async ({ page, redial }) => {
  const service = await signedInPartner(page, redial, { companies: ['Typed Motors'] })
  const sent = blocksSent(page)
  await page.goto('/blocklist?entity=Typed+Motors&add=true')
  const form = blockNumbersForm(page)
  const feedback = form.dialog.getByText('Nothing was sent')

  await test.step('a list without numbers is an error of the first entry', async () => {
    await form.submit()
    await expect(form.number(1)).toHaveAccessibleDescription('Enter a phone number.')
    await expect(form.number(1)).toHaveAttribute('aria-invalid', 'true')
    await expect(form.number(1)).toBeFocused()
    await expect(form.dialog.getByRole('alert')).toHaveCount(0)
  })

  await test.step('text without a number stays, and nothing is sent', async () => {
    await form.pasteArea.fill(' ,')
    await form.submitButton.click({ delay: 50 })
    await expect(feedback).toBeFocused()
    await expect(feedback).toHaveText('It contains no phone number. Nothing was sent.')
    await expect(form.pasteArea).toHaveValue(' ,')
  })

  await form.pasteArea.fill('0825551061 call me at 3')
  await form.submitButton.click({ delay: 50 })
  await expect(feedback).toBeFocused()
  await expect(feedback).toContainText(
    'Nothing was sent yet. Check the entries, then press the button again.',
  )
  await form.expectEntries('0825551061')
  await expectRight(form.number(1))
  await expect(form.pasteArea).toHaveValue('')
  expect(sent).toEqual([])

  await form.submit()
  await expect(page.getByText('1 number blocked for')).toBeVisible()
  expect(await service.numbersOf('company', 'Typed Motors')).toEqual(['27825551061'])
})

test('a reload keeps the entries until they are sent', async ({ page, redial }) => {
  await signedInPartner(page, redial, { companies: ['Reloaded Motors'] })
  await page.goto('/blocklist?entity=Reloaded+Motors&add=true')
  const form = blockNumbersForm(page)
  const entries = ['27825551071', '27825551072', '27825551073'] as const
  await paste(form.number(1), [...entries])
  await form.expectEntries(...entries)
  await page.reload()
  await form.expectEntries(...entries)
  await expect(form.dialog).toContainText(
    'What you typed before for Reloaded Motors is still here.',
  )
  expect(await findStored(page, entries[0])).toBe(false)

  await test.step('a hidden tab, which phones end at any time, has them in its storage', async () => {
    await setHidden(page, true)
    expect(await findStored(page, entries[0])).toBe(true)
    await setHidden(page, false)
    expect(await findStored(page, entries[0])).toBe(false)
  })

  await test.step('a form that a link opened leaves the focus on the heading', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Reloaded Motors' })).toBeFocused()
    await form.open()
    await form.expectEntries(...entries)
  })

  await form.submit()
  await expect(page.getByText('3 numbers blocked for Reloaded Motors.')).toBeVisible()
  await expect(form.dialog).toBeHidden()
  await page.reload()
  await form.open()
  await form.expectEntries('')
})

test('on a phone, the button is complete and a line above it says the rest', async ({
  page,
  redial,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signedInPartner(page, redial, { companies: ['A company with a long name'] })
  await page.goto('/blocklist?entity=A+company+with+a+long+name&add=true')
  const form = blockNumbersForm(page)
  await form.enter('0825551081', '0825551082', '12', '082 555 10')
  const button = form.dialog.getByRole('button', { name: 'Block 2 numbers', exact: true })
  const label = await button.getByText('Block 2 numbers').evaluate(element => ({
    isCut: element.scrollWidth > element.clientWidth,
    bottom: element.getBoundingClientRect().bottom,
  }))
  expect(label.isCut).toBe(false)
  const about = form.dialog.getByText(
    'For A company with a long name · skips 1 invalid, 1 held back',
  )
  const box = await about.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(label.bottom)
})

/** Whether this tab's session storage has a text. */
function findStored(page: Page, text: string): Promise<boolean> {
  return page.evaluate(sought => JSON.stringify(sessionStorage).includes(sought), text)
}

async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
