import { openDay } from '../support/look-over-all.ts'
import { expect, test } from './redial-with-receivers.ts'
import { rowOf } from './run-page.ts'

// A run is as slow as its receivers.
test.describe.configure({ timeout: 180_000 })

test('an event that was replayed three times asks first', async ({ page, service }) => {
  const { one, listFailures } = service
  const day = await listFailures({ receiver: one, count: 1 })
  one.behave(500)
  await openDay(page, day)
  const replay = rowOf(page, 1).getByRole('button', { name: 'Replay' })
  for (const times of [1, 2, 3]) {
    await replay.click()
    await expect.poll(() => one.requests.length).toBe(times)
    await expect(rowOf(page, 1)).toContainText('Failed again')
    await page.reload()
  }
  await replay.click()
  await expect(page.getByRole('dialog')).toContainText('Replayed three times already.')
  expect(one.requests).toHaveLength(3)
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect.poll(() => one.requests.length).toBe(4)
})
