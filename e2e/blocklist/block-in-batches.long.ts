// Long: thousands of numbers are sent in batches, with pauses and lost answers.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, onOtherService as test } from '../support/redial.ts'
import { blockNumbersForm } from './block-numbers-form.ts'
import { formWith, keepList, manyNumbers } from './kept-list.ts'

const LOST_ANSWERS: [how: string, answer: [status: number, body: string]][] = [
  ['lost', [500, '<h1>Server Error (500)</h1>']],
  ['cut off', [201, '{"entity": {"reference": "AC']],
]

test('a large add shows progress and pauses, and is stopped', async ({ page, otherService }) => {
  test.slow()
  await page.clock.install()
  const numbers = manyNumbers(12_000)
  const list = keepList(otherService, numbers.slice(0, 3))
  const form = await formWith(page, numbers, 3)
  // Only the rows in sight are drawn.
  expect(await form.dialog.getByRole('listitem').count()).toBeLessThan(60)
  otherService.hold('POST /v1/blocklist/')
  await form.submit()
  const progress = form.dialog.getByRole('progressbar', { name: 'Blocking numbers' })
  // The three that are already blocked are not sent.
  await expect(progress).toHaveAttribute('max', '11997')
  const status = form.dialog.getByRole('status').filter({ hasText: 'Blocking numbers' })
  await expect(status).toContainText('0 of 11,997 done.')
  await expectAccessible(page)
  // What is under way is not left by accident.
  await page.keyboard.press('Escape')
  await form.dialog.getByRole('button', { name: 'Stop after this batch' }).click()
  await expect(status).toContainText('Stopping once the service has answered.')
  otherService.release()

  const account = form.dialog.getByRole('alert')
  await expect(account).toContainText(
    '10,000 numbers blocked for Acme Cars. 3 were blocked already.',
  )
  await expect(account).toContainText('1,997 numbers are not blocked yet')
  await expect(account).toContainText('You stopped it.')
  await expect(form.dialog).toContainText('1,997 of 1,997 entries can be blocked.')
  expect(list.numbers.size).toBe(10_003)

  let requests = 0
  list.onAdd = () => (++requests === 1 ? [429, { detail: 'Request was throttled.' }] : null)
  await form.submit()
  await expect(form.dialog.getByText('The service asks us to wait 5 seconds')).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(page.getByText('1,997 numbers blocked for Acme Cars.')).toBeVisible()
  expect(list.added).toEqual([10_000, 1_997, 1_997])
  expect([...list.numbers].toSorted()).toEqual(numbers)
})

test('a batch without an answer is done if it was stored', async ({ page, otherService }) => {
  for (const [how, answer] of LOST_ANSWERS) {
    await test.step(how, async () => {
      const list = keepList(otherService, ['27825550000'])
      list.onAdd = (sent, { numbers }) => {
        for (const number of sent) numbers.add(number)
        return answer
      }
      const form = await formWith(page, manyNumbers(3))
      await form.submit()
      await expect(page.getByText('3 numbers blocked for Acme Cars.')).toBeVisible()
      expect(list.added).toEqual([3])
    })
  }
})

test('a block is reported even if its form was closed', async ({ page, otherService }) => {
  const list = keepList(otherService, ['27825550000'])
  list.onAdd = () => [503, { detail: 'Down for maintenance.' }]
  await page.goto('/blocklist?context=company&entity=ACME')
  const form = blockNumbersForm(page)
  await form.open()
  await form.enter('27825550001', '27825550002', '082 555 18')
  otherService.hold('POST /v1/blocklist/')
  const sent = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith('/v1/blocklist/'),
  )
  await form.submit()
  await sent
  await expect(form.dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
  await page.goBack()
  await expect(form.dialog).toBeHidden()
  otherService.release()
  const notification = page.getByRole('status').filter({ hasText: '2 numbers are not blocked yet' })
  await expect(notification).toContainText('Down for maintenance.')
  await form.open()
  await form.expectEntries('27825550001', '27825550002', '082 555 18')
})
