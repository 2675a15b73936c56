import { openSession } from '../support/open-session.ts'
import { expect, test } from '../support/redial.ts'

test('a webhook that is not saved yet is still there after another page', async ({
  page,
  redial,
}) => {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text)])
  await page.goto('/settings')
  const webhook = page.getByLabel('Webhook', { exact: true })
  await webhook.fill('https://hooks.slack.example/1')
  await page.getByRole('link', { name: 'Blocklist' }).click()
  await expect(page.getByRole('heading', { name: 'Blocklist', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(webhook).toHaveValue('https://hooks.slack.example/1')
})
