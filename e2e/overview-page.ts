import type { Locator, Page } from '@playwright/test'
import type { FailedEventList } from '../contract/failed-event.ts'
import { dayOf } from '../contract/time/calendar-date.ts'
import { expect } from './support/redial.ts'

export const LISTS: FailedEventList[] = ['call_events_fail', 'transcription_events_fail']

export const DAYS = 30

export const ZONE = 'Africa/Johannesburg'

export const today = () => dayOf(new Date(), ZONE)

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const days = (page: Page) => page.getByRole('table', { name: 'Failures by day' })

export const chart = (page: Page, name: string) => page.getByRole('group', { name })

/** The cells of a day, the newest of which is number 0: failed calls, then failed AI events. */
export function cellsOf(page: Page, daysAgo: number): Locator {
  return days(page)
    .getByRole('row')
    .nth(daysAgo + 1)
    .getByRole('cell')
}

export async function counted(page: Page): Promise<void> {
  await expect(card(page, 'The last 30 days')).toContainText(/Days in/, { timeout: 30_000 })
}
