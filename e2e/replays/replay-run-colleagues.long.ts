// Long: two browsers follow one run from its start to its end.
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { holdBack } from '../support/hold-back.ts'
import { lookOverAll } from '../support/look-over-all.ts'
import { expect, type RedialWithReceivers, test } from './redial-with-receivers.ts'
import { expectEventually, lookUntil, outcome } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('colleagues pause, resume and cancel the same run', async ({ page, browser, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 70 })
  const answers = holdBack(one)
  await lookOverAll(page, day)
  await page.getByRole('button', { name: 'Send 70 events' }).click()
  answers.allow(1)
  await expectEventually(outcome(page, 'Sending, 1 of 70 done'))
  await expect(page.getByText('You can close this tab')).toBeVisible()
  const progress = page.getByRole('progressbar')
  await expect(progress).toHaveAttribute('aria-valuemax', '70')
  await expect(progress).toHaveAttribute('aria-valuenow', '1')

  const colleague = await colleagueOf(browser, service)
  await colleague.goto('/replays')
  const row = colleague.getByRole('row').filter({ hasText: 'Sending, 1 of 70 done' })
  await expect(row).toContainText('Thandi')
  await row.getByRole('link').click()
  await expect(outcome(colleague, /^Sending/)).toBeVisible()

  // The second step of a run has two events.
  await expect.poll(() => one.requests.length).toBe(3)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectEventually(page.getByText(/^2 events are still being sent\. Nothing else is sent/))
  const figure = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(figure('Being sent')).toHaveText('2')
  await expect(figure('Waiting')).toHaveText('67')
  answers.open()
  await expectEventually(outcome(page, 'Paused, 3 of 70 done'))
  await expect(figure('Being sent')).toHaveCount(0)
  await expectEventually(outcome(colleague, 'Paused, 3 of 70 done'))
  expect(one.requests).toHaveLength(3)

  const held = holdBack(one)
  await colleague.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => one.requests.length).toBeGreaterThan(3)
  await expectEventually(outcome(page, /^Sending/))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(outcome(page, /^Cancelled/)).toBeVisible()
  held.open()
  for (const each of [page, colleague]) {
    await expectEventually(outcome(each, /^Cancelled: \d+ delivered, \d+ skipped$/))
  }
  expect(one.requests.length).toBeLessThan(70)
  await colleague.context().close()
})

test('a draft is discarded from the list until it starts', async ({ page, browser, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 7 })
  await lookOverAll(page, day)
  const colleague = await colleagueOf(browser, service)
  await Promise.all([page.goto('/replays'), colleague.goto('/replays')])
  const draft = (of: Page) =>
    of
      .getByRole('row')
      .filter({ hasText: 'Draft, nothing was sent' })
      .filter({ hasText: '7 failed calls' })
  const discard = (of: Page) =>
    draft(of).getByRole('button', { name: 'Discard the draft of 7 failed calls' })
  await expect(draft(colleague)).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Discard the draft of 7 failed calls?' })
  await discard(page).click()
  await expect(dialog).toContainText('Nothing was sent.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(discard(page)).toBeFocused()
  await discard(page).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('The draft of 7 failed calls was discarded.')).toBeVisible()
  await expect(draft(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Replays', level: 1 })).toBeFocused()
  await lookUntil(
    colleague,
    async () => (await draft(colleague).count()) === 0,
    'it goes there too',
  )
  expect(one.requests).toHaveLength(0)

  // A colleague starts another draft after the list was read.
  const answers = holdBack(one)
  await lookOverAll(page, day)
  const run = page.url()
  await page.goto('/replays')
  await discard(page).click()
  await colleague.goto(run)
  await colleague.getByRole('button', { name: 'Send 7 events' }).click()
  await expect(outcome(colleague, /^Sending/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(
    page.getByText(/The draft was not discarded\..*This replay run is running\./),
  ).toBeVisible()
  answers.open()
  await expectEventually(outcome(colleague, '7 delivered'))
  await colleague.context().close()
})

async function colleagueOf(browser: Browser, { url, signIn }: RedialWithReceivers): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([await signIn('Sipho')])
  const page = await context.newPage()
  await page.clock.install()
  return page
}
