// Long: searches, selects and replays in turn, and examines the page in between.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/expect-accessible.ts'
import { events, listed, openView, rowOf } from '../range-view.ts'
import { expect, list, test } from './listed-events.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected events' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const action = (page: Page, name: string) => bar(page).getByRole('button', { name })

test('a selection says what a filter hides, and takes matches', async ({ page, service }) => {
  list(service, [
    { company: 'Acme' },
    { company: 'Acme' },
    { company: 'Acme' },
    { company: 'Bela' },
    { company: 'Ciro' },
  ])
  await openView(page, 'all')
  await rowOf(page, 'Bela').getByRole('checkbox').check()
  await rowOf(page, 'Acme').first().getByRole('checkbox').check()
  await search(page).fill('acme')
  await expect.poll(() => listed(events(page))).toBe(3)
  await expect(bar(page)).toContainText('2 selected, 1 not in this list')
  await expect(action(page, 'Select all 5 of this range')).toHaveCount(0)
  await expectAccessible(page)

  await action(page, 'Select all 3 that match').click()
  await expect(bar(page)).toContainText('4 selected, 1 not in this list')
  await expect(action(page, 'Select all 3 that match')).toHaveCount(0)
  await action(page, 'Keep only these 3').click()
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await search(page).fill('ciro')
  await expect(bar(page)).toContainText('3 selected, none in this list')
  await expect(action(page, 'Select the one that matches')).toBeVisible()
  await search(page).fill('')
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')

  await action(page, 'Select all 5 of this range').click()
  await search(page).fill('bela')
  await expect(bar(page)).toContainText('All 5 selected, 4 not in this list')
  await action(page, 'Keep only this one').click()
  await action(page, 'Replay selected…').click()
  await expect(page.getByRole('button', { name: 'Send 1 event' })).toBeVisible()
})

test('hidden events are marked only after a confirmation', async ({ page, service }) => {
  list(service, [{ company: 'Acme' }, { company: 'Bela' }, { company: 'Ciro' }])
  await openView(page, 'all')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await search(page).fill('acme')
  await expect(bar(page)).toContainText('3 selected, 2 not in this list')
  await action(page, 'Mark as handled').click()
  const question = page.getByRole('dialog', { name: 'Mark 3 events as handled?' })
  await expect(question).toContainText('2 of them are not in this list')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await action(page, 'Keep only this one').click()
  await action(page, 'Mark as handled').click()
  await expect(page.getByText('1 event marked as handled')).toBeVisible()
  await search(page).fill('')
  await expect(rowOf(page, 'Acme')).toContainText('Handled elsewhere')
  await expect(rowOf(page, 'Bela')).toContainText('Still missing')
})
