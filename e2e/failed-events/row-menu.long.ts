// Long: each test opens the menu of rows at several sizes.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { openView, rowOf } from './range-view.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const LIST = '/failed-calls?from=2026-11-21&to=2026-11-21'
const menu = (page: Page) => page.getByRole('menu')
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name })

test('the menu of a row has a message, a link and its receiver', async ({ page, service }) => {
  service.list([failedCall(2, { company: 'Acme Cars', status: 500 }), failedCall(1)])
  await page.goto(LIST)
  const more = rowOf(page, 'Acme Cars')
    .first()
    .getByRole('button', { name: 'More actions for Acme Cars, call from +27 82 555 0002' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(menu(page)).toHaveAccessibleName(
    'More actions for Acme Cars, call from +27 82 555 0002',
  )
  await expectAccessible(page)
  await item(page, 'Message…').click()
  const message = page.getByRole('dialog', { name: 'Message' })
  await expect(message.getByRole('textbox', { name: 'Message' })).toHaveValue(
    /Your system \(hooks\.example\/acme\) answered 500/,
  )
  await expect(menu(page)).toBeHidden()
  await message.getByRole('button', { name: 'Close' }).click()
  await expect(message).toBeHidden()
  await expect(more).toBeFocused()

  await more.click()
  await item(page, 'Copy link').click()
  await expect.poll(copied).toContain('event=2')
  await expect(page).not.toHaveURL(/event=/)

  await more.click()
  await item(page, 'Open receiver').click()
  await expect(page).toHaveURL(/\/receivers\?receiver=hooks\.example/)
  await expect(page.getByRole('dialog', { name: 'hooks.example/acme' })).toBeVisible()
})

test('the keyboard marks an event as handled and takes it back', async ({ page, service }) => {
  service.list([failedCall(912, { company: 'Keyboard Cars' })])
  await openView(page, 'all')
  const row = rowOf(page, 'Keyboard Cars')
  const more = row.getByRole('button', { name: /^More actions for Keyboard Cars/ })
  await more.press('Enter')
  await expect(item(page, 'Message…')).toBeFocused()
  // Letters move to items. None of them is a shortcut of the page while the menu is open.
  await page.keyboard.press('m')
  await page.keyboard.press('a')
  await expect(item(page, 'Mark as handled')).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Handled elsewhere')
  await expect(more).toBeFocused()

  await more.press('Enter')
  await expect(item(page, 'Mark as still missing')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(more).toBeFocused()
  await more.press('Enter')
  await expect(item(page, 'Message…')).toBeFocused()
  await item(page, 'Mark as still missing').press('Enter')
  await expect(row).toContainText('Still missing')
})
