// Long: each test unblocks, undoes and reads the list again.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from './blocklist-account.ts'

test('Undo is offered for 20 seconds, and then in the history', async ({ page, blocklist }) => {
  await blocklist.block('company', 'kwela-bakkies', ['27825551411'])
  await page.clock.install()
  await page.goto('/blocklist?entity=kwela-bakkies')
  await page.getByRole('button', { name: 'Unblock 27825551411' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unblock +27 82 555 1411?' })
  await expect(dialog).toBeVisible()
  // From here on, the test controls the twenty seconds.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await dialog.getByRole('button', { name: 'Unblock', exact: true }).click()
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
  // The message's code loads first, so it appears later.
  const appear = async () => {
    await page.clock.runFor(20)
    return undo.isVisible()
  }
  await expect.poll(appear, { intervals: [50] }).toBe(true)
  await page.clock.runFor(10_000)
  await expect(undo).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(undo).toBeHidden()
  await expect(page.getByText('+27 82 555 1411 unblocked for Kwela Bakkies.')).toBeHidden()

  await page.clock.resume()
  await page.getByText('Unblocked in this session (1)').click()
  await expect(
    page.getByText('You can undo these changes until you reload or close this tab.'),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Undo: block \+27 82 555 1411/ }).click()
  await expect(page.getByText('+27 82 555 1411 blocked again for Kwela Bakkies.')).toBeVisible()
  await expect(page.getByText('Blocked again', { exact: true })).toBeVisible()
  expect(await blocklist.numbersOf('company', 'kwela-bakkies')).toContain('27825551411')
})

test('a selected number that the search hides is not unblocked with the others', async ({
  page,
  blocklist,
}) => {
  await blocklist.block('company', 'garden-route-4x4', ['27825551441', '27825551442'])
  await page.goto('/blocklist?entity=garden-route-4x4')
  await page.getByRole('checkbox', { name: 'Select 27825551441' }).check()
  await page.getByRole('checkbox', { name: 'Select 27825551442' }).check()
  await page.getByRole('searchbox').fill('082 555 1442')
  await page.getByRole('button', { name: 'Unblock 1 number', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Unblock +27 82 555 1442?' })).toBeVisible()
})

test('the blocked numbers of a pasted list are unblocked, also one that a colleague has just added', async ({
  page,
  blocklist,
}) => {
  const listed = ['27825551431', '27825551432', '27825551499']
  await blocklist.block('company', 'garden-route-4x4', listed)
  await page.goto('/blocklist?entity=garden-route-4x4')
  await page.getByRole('button', { name: 'Unblock a list' }).click()
  const list = page.getByRole('dialog', { name: 'Unblock a list' })
  const field = list.getByRole('textbox', { name: 'Paste the numbers' })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Find them' }).click()
  await expect(field).toHaveAccessibleDescription(/Paste at least one phone number\./)
  await field.fill('0825559998')
  await list.getByRole('button', { name: 'Find them' }).click()
  await expect(field).toHaveAccessibleDescription(
    /Nothing to unblock\. “0825559998” is not on the list\./,
  )

  await field.fill('082 555 1431 rude\n+27 82 555 1432\n27825551439\n082 12\nask Piet')
  await list.getByRole('button', { name: 'Find them' }).click()
  const question = page.getByRole('dialog', { name: 'Unblock 2 numbers?' })
  await expect(question).toContainText('removes 2 numbers from the blocklist of company Garden')
  await expect(question).toContainText('“27825551439” and “082 12” are not on the list.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep blocked' }).click()
  await expect(field).toHaveValue(/27825551439/)
  await blocklist.block('company', 'garden-route-4x4', ['27825551439'])
  await list.getByRole('button', { name: 'Find them' }).click()
  await expect(page.getByRole('dialog', { name: 'Unblock 3 numbers?' })).toBeVisible()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: 'Unblock', exact: true })
    .click()
  await expect(
    page.getByText(
      '+27 82 555 1431, +27 82 555 1432, +27 82 555 1439 unblocked for Garden Route 4×4.',
    ),
  ).toBeVisible()
  await expect(list).toBeHidden()
  await page.getByRole('link', { name: 'Replays' }).click()
  await expect(page.getByRole('heading', { name: 'Replays', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Unblocked in this session (3)')).toBeVisible()
  const left = await blocklist.numbersOf('company', 'garden-route-4x4')
  expect(left.filter(number => listed.includes(number))).toEqual(['27825551499'])
})
