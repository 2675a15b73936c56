// Long: entries are typed, pasted and moved in a browser.
import type { Locator, Page } from '@playwright/test'
import { openForm, paste } from './block-numbers-form.ts'
import { expect, test } from './blocklist-account.ts'

test('a click below the entries counts even if an entry is wrong', async ({ page }) => {
  const form = await openForm(page)
  await form.enter('27825551011', '12')
  const chooser = page.waitForEvent('filechooser')
  await clickSlowly(form.dialog.getByRole('button', { name: 'Choose a file' }))
  await chooser

  await form.number(2).fill('123')
  await clickSlowly(form.dialog.getByRole('button', { name: 'Clear the list' }))
  await form.expectEntries()
  await expect(form.pasteArea).toBeFocused()
})

test('an entry that grows moves the button below it in the same frame', async ({ page }) => {
  // In a wide window the result is next to its field, so the entry doesn't grow.
  await page.setViewportSize({ width: 700, height: 900 })
  const form = await openForm(page)
  await form.enter('27825551010', '27825551011')
  await form.number(1).fill('')
  const clear = form.dialog.getByRole('button', { name: 'Clear the list' })
  const before = await measureTop(clear)
  await clear.evaluate(button => {
    const note = () => {
      button.dataset.top = String(button.getBoundingClientRect().top)
    }
    window.addEventListener('input', () => requestAnimationFrame(note), { once: true })
  })
  await form.number(1).fill('27825551012')
  await expect(form.number(1)).toHaveAccessibleDescription(/^Will be blocked as/)
  await expect(clear).toHaveAttribute('data-top', /./)
  await expect.poll(() => measureTop(clear)).toBeGreaterThan(before)
  // A transition or a second drawing would move it in a later frame.
  await twoFrames(page)
  expect(await measureTop(clear)).toBe(Number(await clear.getAttribute('data-top')))
})

test('a list can be pasted after a click on the paste area', async ({ page }) => {
  const form = await openForm(page)
  await form.dialog.getByText(/^Paste a list/).click()
  await paste(page.locator(':focus, body').last(), ['27825551031', '27825551032'])
  await form.expectEntries('27825551031', '27825551032')

  await form.dialog.getByRole('button', { name: 'Clear the list' }).focus()
  await paste(page.locator(':focus'), ['27825551033'])
  await form.expectEntries('27825551031', '27825551032', '27825551033')

  // Text for another field is not a list of numbers.
  await paste(form.name, ['27825551034'])
  await form.expectEntries('27825551031', '27825551032', '27825551033')
})

test('the paste area takes what is typed and what is pasted into it', async ({ page }) => {
  const form = await openForm(page)
  await form.pasteArea.click()
  await expect(form.pasteArea).toBeFocused()
  await page.keyboard.type('082 555 1051')
  await page.keyboard.press('Enter')
  await form.expectEntries('082 555 1051')
  await expect(form.pasteArea).toHaveValue('')
  await expect(form.pasteArea).toBeFocused()

  await paste(form.pasteArea, ['One: 082 555 1052', 'Two: 082 555 1053'])
  await form.expectEntries('082 555 1051', '082 555 1052', '082 555 1053')
  await expect(form.pasteArea).toBeFocused()

  await test.step('leaving it adds the number', async () => {
    await form.pasteArea.fill('082 555 1054')
    await form.name.focus()
    await form.expectEntries('082 555 1051', '082 555 1052', '082 555 1053', '082 555 1054')
  })

  await test.step('closing the form keeps what is typed', async () => {
    await form.pasteArea.fill('082 555 1055')
    await page.keyboard.press('Escape')
    await form.open()
    await expect(form.number(5)).toHaveValue('082 555 1055')
  })
})

/** Holds the mouse button for some frames, as a person does. */
async function clickSlowly(button: Locator) {
  const page = button.page()
  await button.hover()
  await page.mouse.down()
  await twoFrames(page)
  await page.mouse.up()
}

async function twoFrames(page: Page) {
  await page.evaluate(
    () =>
      new Promise(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
}

function measureTop(button: Locator): Promise<number> {
  return button.evaluate(element => element.getBoundingClientRect().top)
}
