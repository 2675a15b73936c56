// Long: a receiver is set, and every page that names it is opened.
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'
import { downloaded } from '../support/downloaded.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, NUMBER, test } from './unnamed-receivers.ts'

test.beforeEach(({ context, receivers }) => receivers.signIn(context, 'Thandi'))

test('a receiver that was set in Settings is named on Overview, in messages and in files', async ({
  page,
  receivers: { good },
}) => {
  const set = await page.request.put(`/gateway/receivers/${NUMBER}`, {
    headers: FROM_DASHBOARD,
    data: { url: good.url },
  })
  expect(set.ok()).toBe(true)
  const name = `${good.exception}/hook`
  await page.goto('/')
  const worst = page.getByRole('region', { name: 'Receivers with the most missing events today' })
  await expect(worst.getByRole('listitem')).toContainText(name)
  await worst.getByRole('link', { name: '1 failed call' }).click()
  await expect(page.getByRole('table', { name: 'Groups of failures' })).toContainText(name)

  await page.goto('/receivers')
  const failing = page.getByRole('table', { name: 'Receivers' }).getByRole('row').nth(1)
  await expect(failing).toContainText(name)
  await expectAccessible(page)
  await failing.getByRole('link', { name: '1 failed call' }).click()

  await page.getByRole('button', { name: 'Copy message' }).click()
  const message = page.getByRole('dialog', { name: 'Message' })
  await expect(message.getByLabel('Message')).toHaveValue(new RegExp(`Address: ${good.url}`))
  await message.getByLabel('The operator of the receiver').check()
  await expect(message.getByLabel('Message')).toHaveValue(/curl -i -X POST/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Export/ }).click()
  const menu = page.getByRole('dialog', { name: 'Export' })
  await menu.getByLabel(/^All from/).check()
  const { text } = await downloaded(menu.getByRole('button', { name: 'Download' }))
  expect(text).toContain(good.url)
})

test('a number without its country code is saved with it, and its events have the receiver', async ({
  page,
  receivers: { good },
}) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set a receiver' }).click()
  const number = page.getByRole('textbox', { name: 'Tracking number' })
  const url = page.getByRole('textbox', { name: 'URL' })
  await url.fill('nonsense')
  await number.fill('020 7946 0958')
  await page.getByRole('button', { name: 'Save receiver' }).click()
  await expect(number).toHaveAccessibleDescription(
    /Enter the number with its country code, such as \+27 10 555 0142/,
  )
  await expect(url).toHaveAccessibleDescription(/The URL must begin with https:\/\//)
  await url.fill(good.url)
  await number.fill('021 555 0100')
  await page.getByRole('button', { name: 'Save receiver' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toContainText(
    'Replays for +27 21 555 0100',
  )
  await expect(page.getByRole('row').filter({ hasText: '+27 21 555 0100' })).toBeVisible()
  await page.goto('/failed-calls')
  await expect(page.getByRole('row').filter({ hasText: 'Acme Cars' })).toContainText(
    'set in Settings',
  )
})

test('a number that was saved without its country code applies, and its setting is changed', async ({
  page,
  receivers: { good },
}) => {
  const saved = await page.request.put('/gateway/receivers/0215550100', {
    headers: FROM_DASHBOARD,
    data: { url: good.url },
  })
  expect(saved.ok()).toBe(true)
  await page.goto('/failed-calls')
  await page.getByRole('link', { name: 'set in Settings' }).click()
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('0215550100')
  await page.getByRole('textbox', { name: 'URL' }).fill(`https://${good.exception}/other`)
  await page.getByRole('button', { name: 'Save receiver' }).click()
  const rows = page.getByRole('row').filter({ hasText: '0215550100' })
  await expect(rows).toContainText('/other')
  await expect(page.getByRole('link', { name: /^Change the receiver of/ })).toHaveCount(1)
})
