// Long: each test replays an event and looks at every page that explains it.
import { expect, test } from '../replays/redial-with-receivers.ts'
import { openDay } from '../support/look-over-all.ts'

test('the newest replay explains an event, until it is delivered', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 2 })
  await openDay(page, day)
  const row = page.getByRole('row').filter({ hasText: 'Company 1.' })
  const drawer = page.getByRole('dialog')
  const heading = drawer.getByRole('heading', { level: 2 })
  await row.getByRole('link', { name: 'Company 1.' }).click()
  await expect(heading).toHaveText('Company 1. · Answered 500, an error on its side')

  one.behave(204)
  await drawer.getByRole('button', { name: 'Replay' }).click()
  const outcome = drawer.getByText(
    /^Failed again at \d\d:\d\d:\d\d: answered 204, but only 200 counts$/,
  )
  await expect(outcome.first()).toBeVisible()
  await expect(heading).toHaveText('Company 1. · Answered 204, but only 200 counts')
  await expect(drawer).toContainText('That was the replay on')
  await expect(drawer).toContainText('Before the replay: Answered 500, an error on its side.')
  await expect(drawer).toContainText('The receiver should answer 200 instead.')
  const again = /Answered 204, but only 200 countsReplay: \d\d:\d\d/
  await expect(row).toContainText(again)

  one.behave(200)
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(heading).toHaveText('Company 1. · Delivered by a replay')
  await expect(row).toContainText(again)
  await expect(drawer).toContainText('Nothing. The event has arrived.')
  await expect(drawer).not.toContainText('Who can fix it')
  await expect(drawer).not.toContainText('Replay the event to send it again.')
  const replayAgain = drawer.getByRole('button', { name: /^Replay/ })
  await expect(replayAgain).toHaveText('Replay again…')
  await expect(replayAgain).toBeFocused()
  await expect(drawer.getByRole('button', { name: 'Copy message' })).toBeVisible()
  await replayAgain.click()
  const question = page.getByRole('dialog', { name: /^Replay .* again\?$/ })
  await expect(question).toContainText('A replay has already delivered this event.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(replayAgain).toBeFocused()
  await page.keyboard.press('r')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(heading).toHaveText('Company 1. · Delivered by a replay')

  await page.keyboard.press('Escape')
  const received = one.requests.length
  await expect(row.getByRole('button', { name: /^Replay/ })).toHaveCount(0)
  const cell = row.getByRole('cell').last()
  expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Replay again…' }).click()
  await expect(question).toBeVisible()
  expect(one.requests).toHaveLength(received)
  await question.getByRole('button', { name: 'Send it again' }).click()
  await expect.poll(() => one.requests.length).toBe(received + 1)
  await test.step('the details of a missing event say that its receiver accepted another', async () => {
    await page.getByRole('link', { name: 'Company 2.' }).click()
    await expect(drawer).toContainText(
      /The receiver accepted another event on .* after this one had failed\. Replay this event\./,
    )
    await expect(drawer).not.toContainText('Who can fix it')
    await page.keyboard.press('Escape')
  })
  await page.getByRole('button', { name: 'Grouped' }).click()
  await expect(page.getByRole('row').filter({ hasText: one.exception })).toContainText(
    /Recovered Delivered again since \d\d:\d\d.*1 failed again in a replay since/,
  )
})

test('a group that is delivered has its replay in a menu', async ({ page, service }) => {
  const { one, listFailures } = service
  await openDay(page, await listFailures({ receiver: one, count: 1 }))
  const row = page.getByRole('table').getByRole('row').filter({ hasText: one.exception })
  await row.getByRole('button', { name: /^Replay/ }).click()
  await expect(row).toContainText('Delivered')
  await expect(row.getByRole('button', { name: /^More actions/ })).toBeFocused()
  await page.getByRole('button', { name: 'Grouped' }).click()
  const group = page.getByRole('row').filter({ hasText: one.exception })
  await expect(group.getByRole('cell').first()).toHaveText('None')
  await group.getByRole('button', { name: 'Copy message' }).click()
  await expect(group.getByRole('textbox', { name: 'Message' })).toHaveValue(
    /^Hello,\n\nWe delivered the details of 1 call to your system on /,
  )
  await page.keyboard.press('Escape')
  await group.getByRole('button', { name: 'More actions for this group' }).click()
  await group.getByRole('button', { name: 'Replay again…' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to send' })).toBeVisible()
})
