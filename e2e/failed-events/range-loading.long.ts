// Long: ranges of many pages load from slow and failing services.
import { expect, failedCalls, test } from '../support/listing-service.ts'
import { test as onDemo } from '../support/redial.ts'
import { events, groups, listed, openView, status } from './range-view.ts'

onDemo.use({ demo: 'range-loading' })

test('loading shows its progress, can be stopped, and continues to the end', async ({
  page,
  service,
}) => {
  const held = Promise.withResolvers<void>()
  service.list(failedCalls(250), {
    before: async asked => (asked === 3 ? await held.promise : undefined),
  })
  await openView(page, 'all')
  await expect(status(page)).toContainText('200 of 250')
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 200)
  await status(page).getByRole('button', { name: 'Stop' }).click()
  await expect(status(page)).toContainText(
    'Stopped. 200 of 250 loaded, so this list is incomplete.',
  )
  await expect.poll(() => listed(events(page))).toBe(200)

  held.resolve()
  await status(page).getByRole('button', { name: 'Load more' }).click()
  await expect(status(page)).toContainText('250 of 250 failed calls loaded at')
  await expect.poll(() => listed(events(page))).toBe(250)
  expect(service.pagesAsked()).toEqual([1, 2, 3, 3])
})

onDemo('a loaded range can be refreshed, with new events', async ({ signedIn: page, redial }) => {
  await page.goto('/failed-calls?view=groups')
  await expect(status(page)).toContainText(/(\d+) of \1 failed calls loaded at/)
  const before = Number((await status(page).innerText()).split(' ')[0])
  await redial.addFailures(7)
  await status(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(status(page)).toContainText(`${before + 7} of ${before + 7} failed calls loaded at`)
  const newer = groups(page).getByRole('row').filter({ hasText: 'Newer' })
  await expect(newer.getByRole('cell').first()).toHaveText('7')
})
