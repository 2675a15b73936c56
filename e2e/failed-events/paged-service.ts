import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import papaparse from 'papaparse'
import { drfPage, type Paginator } from '../../contract/testing/drf-pages.ts'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { expect, testOn } from '../support/redial.ts'
import {
  type ServiceWithReceiver,
  startServiceWithReceiver,
} from '../support/service-with-receiver.ts'
import { listed, status, events as table } from './range-view.ts'

export const test = testOn(startServiceWithReceiver)

export { expect }

const DAYS = 'from=2026-11-21&to=2026-11-21'
export const LIST = `/failed-calls?${DAYS}`

let made = 0

/** Returns this many new events, newest first. */
export function failures({ receiver }: ServiceWithReceiver, count: number) {
  made += count
  return Array.from({ length: count }, (_, place) => {
    const id = made - place
    return {
      id,
      position: String(id).padStart(6, '0'),
      callback_url: receiver.url,
      request_json: { call_id: id, company: { name: `Company ${id}.` } },
    }
  })
}

export type Failures = ReturnType<typeof failures>

/** From now on, the service lists these, whatever page size is requested. */
export function list(
  { behave }: ServiceWithReceiver,
  paginator: Paginator,
  items: Failures,
  pageSize = 20,
) {
  behave(({ url = '' }, response) => {
    const { status, body } = drfPage(paginator, url, { items, pageSize })
    answer(response, status, body)
  })
}

export const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
export const previous = (page: Page) => page.getByRole('button', { name: 'Previous page' })

/** Waits until the table shows exactly these. */
export async function expectRows(page: Page, items: Failures) {
  const names = items.map(({ request_json }) => request_json.company.name)
  await expect(page.getByRole('link', { name: /^Company \d+\./ })).toHaveText(names)
}

export const pagesOf = (items: Failures, size = 20): Failures[] =>
  [0, 1, 2].map(page => items.slice(page * size, (page + 1) * size))

/** The events in an export of the whole range, sorted as text. */
async function exportedIds(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Export/ }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const options = { header: true, skipEmptyLines: true } as const
  const { data } = papaparse.parse<Record<string, string>>(text, options)
  return data.map(row => row['Event ID'] ?? '').toSorted()
}

/** Loads, selects, replays and exports a range of three pages. Each event must appear once. */
export async function expectEachOnce(
  page: Page,
  paged: ServiceWithReceiver,
  paginator: Paginator,
): Promise<void> {
  const items = failures(paged, 257)
  const ids = items.map(({ id }) => String(id)).toSorted()
  list(paged, paginator, items, 100)
  await page.goto(`${LIST}&size=100`)
  for (const [index, rows] of pagesOf(items, 100).entries()) {
    const count = paginator === 'cursor' ? 'Failed calls' : '257 failed calls'
    const pages = paginator === 'cursor' && index < 2 ? '' : ' of 3'
    await expectRows(page, rows)
    await expect(
      page.getByText(`${count}, page ${index + 1}${pages}`, { exact: true }),
    ).toBeVisible()
    await page.getByLabel('Select all on this page').check()
    if (index < 2) await next(page).click()
  }
  await expect(next(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Replay selected…' }).click()
  await page.getByRole('button', { name: 'Send 257 events' }).click()
  await expect(page.getByText('257 delivered').first()).toBeVisible({ timeout: 20_000 })
  const sent = paged.receiver.requests.map(({ headers }) => String(headers['webhook-id']))
  expect(sent.toSorted()).toEqual(ids)

  await page.goto(`${LIST}&view=all`)
  await expect(status(page)).toContainText('257')
  await expect.poll(() => listed(table(page))).toBe(257)
  expect(await exportedIds(page)).toEqual(ids)
}
