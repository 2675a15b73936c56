import type { Locator, Page } from '@playwright/test'
import { DOCUMENT_DATA_ID, DocumentData } from '../contract/document-data.ts'
import type { FailedEventList } from '../contract/failed-event.ts'
import { dayOf } from '../contract/time/calendar-date.ts'
import { expect } from './support/redial.ts'

export const LISTS: FailedEventList[] = ['call_events_fail', 'transcription_events_fail']

export const DAYS = 30

export const ZONE = 'Africa/Johannesburg'

export const today = () => dayOf(new Date(), ZONE)

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const chart = (page: Page, name: string) => page.getByRole('group', { name })

const CHARTS = {
  call_events_fail: 'Failed calls by day',
  transcription_events_fail: 'Failed AI events by day',
}

/** What failed on a day, the newest of which is number 0. Its name has the counts. */
export function bar(page: Page, list: FailedEventList, daysAgo: number): Locator {
  return chart(page, CHARTS[list])
    .getByRole('link')
    .nth(-1 - daysAgo)
}

/** What is still missing, worst first. */
export const toDo = (page: Page) => card(page, 'Still missing from the last 7 days')

/** The row of a receiver that still answers 500. The worst one of the demo accepts what is sent to it. */
export const failing = (page: Page) =>
  toDo(page).getByRole('listitem').filter({ hasText: 'Van Wyk' })

export async function counted(page: Page): Promise<void> {
  await expect(card(page, 'The last 30 days')).toContainText(/Days in/, { timeout: 30_000 })
}

/** The paths whose answers the document holds. */
export async function pathsInDocument(page: Page): Promise<string[]> {
  const data = (await page.locator(`#${DOCUMENT_DATA_ID}`).textContent()) ?? ''
  return DocumentData.parse(JSON.parse(data)).follows
}

/** Leaves Overview as if the last visit was this many minutes ago. */
export async function visitAgo(page: Page, minutes: number): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await page.evaluate(seen => {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith('redial-last-visit')) continue
      localStorage.setItem(name, JSON.stringify({ last: null, seen }))
    }
  }, new Date(Date.now() - minutes * 60_000).toISOString())
}
