// Long: a linked event is sought on many pages.
import type { Page } from '@playwright/test'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { pageOf } from '../support/other-service.ts'
import { pollThroughPauses } from '../support/poll-through-pauses.ts'
import { expect, onOtherService, test } from '../support/redial.ts'

test.use({ demo: 'event link' })

const DAYS = 'from=2026-11-20&to=2026-11-21'

const drawerOf = (page: Page) => page.getByRole('dialog')

test('a copied link finds its event on any page', async ({ signedIn: page, context, redial }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Other tests may have added some.
  const pages = await page.getByText(/^\d+ failed calls, page 1 of 3$/).innerText()
  const count = 45 + Number.parseInt(pages, 10)
  const row = page.getByRole('table').getByRole('row').nth(5)
  await row.getByRole('link').first().click()
  const drawer = drawerOf(page)
  const title = await drawer.getByRole('heading', { level: 2 }).innerText()
  await drawer.getByRole('button', { name: 'Copy link' }).click()
  await expect(drawer.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/failed-calls\?from=[\d-]+&to=[\d-]+&event=\d+$/)

  // New failures move it to another page.
  await redial.addFailures(45)
  // The gateway's copy from before them has it on the first page.
  await page.goto('/failed-calls?view=all')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(`${count} failed calls loaded`).first()).toBeVisible()
  const colleague = await context.newPage()
  await colleague.goto(link)
  await expect(drawerOf(colleague).getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(colleague).toHaveURL(/page=3/)

  await page.goto(link.replace(/event=\d+$/, 'event=987654321'))
  await expect(
    drawer.getByRole('heading', { name: 'This failed call was not found' }),
  ).toBeVisible()
  await expect(drawer).toContainText('We searched every page on')
})

onOtherService('an event is not called missing if a page fails', async ({ page, otherService }) => {
  const first = {
    ...pageOf([{ id: 1, request_json: {} }]),
    count: 2,
    next: `${otherService.url}/?page=2`,
  }
  const released = Promise.withResolvers<void>()
  otherService.behave(async ({ query }, response) => {
    if (query.get('page') === '1') return answer(response, 200, first)
    await released.promise
    // The gateway tries other errors again for half a minute.
    answer(response, 400, { detail: 'No more pages today.' })
  })
  await page.clock.install()
  await page.goto(`/failed-calls?${DAYS}&event=2`)
  await expect(drawerOf(page)).toContainText('Looking for this failed call…')
  released.resolve()
  await pollThroughPauses(page, () => drawerOf(page).getByRole('alert').count()).toBe(1)
  await expect(drawerOf(page).getByRole('alert')).toContainText('No more pages today.')
  await expect(drawerOf(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(drawerOf(page)).not.toContainText('not found')
})
