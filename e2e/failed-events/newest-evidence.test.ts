import { expect, test } from '../replays/redial-with-receivers.ts'
import { openDay } from '../support/look-over-all.ts'

test('the latest replay decides what the page says of an event, and after a delivery nothing is to be done', async ({
  page,
  context,
  withReceivers: { one, signIn, listFailures },
}) => {
  await context.addCookies([await signIn()])
  const day = await listFailures({ receiver: one, count: 1 })
  await openDay(page, day)
  const row = page.getByRole('row').filter({ hasText: 'Company 1.' })
  const drawer = page.getByRole('dialog')
  const heading = drawer.getByRole('heading', { level: 2 })
  await row.getByRole('link', { name: 'Company 1.' }).click()
  await expect(heading).toHaveText('Company 1.: Answered 500, an error on its side')

  one.behave(204)
  await drawer.getByRole('button', { name: 'Replay' }).click()
  const outcome = drawer.getByText(/^Failed again at \d\d:\d\d:\d\d: answered 204$/)
  await expect(outcome.first()).toBeVisible()
  await expect(heading).toHaveText('Company 1.: Answered 204, but only 200 counts')
  await expect(drawer).toContainText('That was the replay on')
  await expect(drawer).toContainText('Before the replay: Answered 500, an error on its side.')
  await expect(drawer).toContainText('The receiver should answer 200 instead.')
  await expect(row).toContainText('Answered 204, but only 200 counts')

  one.behave(200)
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(heading).toHaveText('Company 1.: Delivered by a replay')
  await expect(drawer).toContainText('Nothing. The event has arrived.')
  await expect(drawer).not.toContainText('Who can fix it')
  await expect(drawer.getByRole('button', { name: 'Replay again' })).toBeVisible()
  await page.reload()
  await expect(heading).toHaveText('Company 1.: Delivered by a replay')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Grouped' }).click()
  await expect(page.getByRole('row').filter({ hasText: one.exception })).toContainText(
    /Recovered\. The last replay was delivered: \d\d:\d\d/,
  )
})
