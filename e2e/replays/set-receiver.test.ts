import { readFile } from 'node:fs/promises'
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'
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
  const downloading = page.waitForEvent('download')
  await menu.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(good.url)
})
