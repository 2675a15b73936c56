// Long: two people replay events and watch the counts of the states.
import { expectAccessible } from '../../support/expect-accessible.ts'
import { rowOf } from '../range-view.ts'
import { countOf, expect, filter, list, test } from './listed-events.ts'

test('a large range is counted by what was delivered', async ({ page, context, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }, { company: 'Ciro' }], { count: 1_234 })
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  const missing = filter(page, /^Still missing/)
  const before = {
    missing: await countOf(missing),
    delivered: await countOf(filter(page, /^Delivered/)),
  }
  await expect(filter(page, 'All 1,234')).toHaveAttribute('aria-pressed', 'true')
  const colleague = await context.newPage()
  await colleague.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await rowOf(page, 'Bela').getByRole('button', { name: 'Replay' }).click()
  for (const each of [page, colleague]) {
    await expect.poll(() => countOf(filter(each, /^Still missing/))).toBe(before.missing - 1)
    await expect.poll(() => countOf(filter(each, /^Delivered/))).toBe(before.delivered + 1)
  }
  await rowOf(page, 'Acme').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark as handled' }).click()
  await expect.poll(() => countOf(missing)).toBe(before.missing - 2)
  await expect(filter(page, /^Handled \d/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'How much is loaded' })).toHaveCount(0)
  await colleague.close()
})

test('a filter has no count if the service reports no times', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }], { count: 1_234, failed_at: null, attempts: [] })
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(filter(page, 'All 1,234')).toBeVisible()
  const missing = filter(page, 'Still missing')
  await expect(missing).toHaveAccessibleDescription(/^Not counted yet\./)
  await expect(missing).toHaveText('Still missing')
  await expectAccessible(page)
})
