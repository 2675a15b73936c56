// Long: axe examines every state of a run in two colour schemes and at two widths.
import { expectAccessible } from '../support/expect-accessible.ts'
import { bar, lookOverAll, openDay, rowBoxes } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'

const LONG = { timeout: 60_000 }

test('every state of a replay is accessible, light and dark, wide and on a phone', async ({
  page,
  withReceivers: { one, two, listFailures, signIn },
}) => {
  test.slow()
  await page.context().addCookies([await signIn('Thandi')])
  one.behave(200)
  two.behave(500)
  const day = await listFailures({ receiver: two, count: 3 }, { receiver: one, count: 19 })
  const states = [
    async () => {
      await openDay(page, day)
      await rowBoxes(page).first().click()
      await expect(bar(page)).toBeVisible()
    },
    async () => {
      await lookOverAll(page, day)
      await expect(page.getByRole('button', { name: /^Send/ })).toBeVisible()
    },
    async () => {
      await page.getByRole('button', { name: /^Send/ }).click()
      await expect(page.getByText(/^Ended on/)).toBeVisible(LONG)
    },
    async () => {
      await page.getByRole('link', { name: 'Replays', exact: true }).click()
      await expect(page.getByRole('table', { name: 'Replays' })).toBeVisible()
    },
  ]
  for (const show of states) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await show()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
  }
})
