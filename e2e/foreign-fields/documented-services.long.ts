// Long: goes through lists, groups and replays in front of three services.
import type { Page } from '@playwright/test'
import { groups, status } from '../failed-events/range-view.ts'
import { expect, testOn } from '../support/redial.ts'
import {
  DELIVERIES,
  DOCUMENTED_SERVICES,
  RANGE,
  startDocumentedService,
} from './documented-services.ts'

/*
 * What these services don't list, Redial doesn't make up:
 * - Voiso: the company, the caller, the receiver, the attempts and the payload, so no event can be replayed;
 * - Telnyx: the company; the receiver of a delivery that also went to a failover URL; the text that was sent, so replays
 *   are skipped;
 * - Polar: the company, the caller and the receiver, so no event can be replayed; the error of an endpoint that could
 *   not be reached, because `response` is an answer in all other deliveries. Each attempt is an item of its own.
 */

type Shown = {
  /** What the first row says. */
  row: string[]
  /** The columns that no field fills. */
  missing: string | null
  /** What the foot of the first and of the last page says. */
  foot: [first: string, last: string]
  /** A search, and how many events match. */
  search: [text: string, matches: number]
  /** A cause, and how many events have it. */
  cause: [name: string, events: number]
}

const NOWHERE_TO_GO = 'they name neither a receiver nor a tracking number'

const SHOWN: Record<string, Shown> = {
  Voiso: {
    row: ['Unknown company', 'Could not be reached in time'],
    missing: 'the caller, the receiver or the number of attempts',
    foot: ['Failed calls, page 1', 'Failed calls, page 3'],
    search: ['503', 22],
    cause: ['Could not be reached in time', 23],
  },
  Telnyx: {
    row: [
      'Unknown company',
      '+27 82 555 1000',
      '+1 312 945 7420',
      'Answered 404, address not found',
      'Receiver unknown',
    ],
    missing: null,
    foot: ['45 failed calls, page 1 of 3', '45 failed calls, page 3 of 3'],
    search: ['27825551044', 1],
    cause: ['Answered 410, address closed permanently', 9],
  },
  Polar: {
    row: ['Unknown company', 'The service doesn’t say why'],
    missing: 'the caller, the receiver or the number of attempts',
    foot: ['45 failed calls, page 1 of 3', '45 failed calls, page 3 of 3'],
    search: ['f5586561-8ff0-4291-a0ac-84000000044', 1],
    cause: ['The service doesn’t say why', 15],
  },
}

const table = (page: Page) => page.getByRole('table', { name: 'Failed calls' })
const foot = (page: Page) => page.locator('[data-foot] p[aria-live]')

for (const documented of DOCUMENTED_SERVICES) {
  const { name } = documented
  const shown = SHOWN[name]
  if (shown === undefined) throw new Error(`What Redial shows of ${name} is missing.`)
  const test = testOn(() => startDocumentedService(documented))

  test(`in front of ${name}, the list shows what the service lists, on all pages`, async ({
    page,
  }) => {
    await page.goto(`/failed-calls?${RANGE}`)
    const rows = table(page).getByRole('row')
    const at = DELIVERIES[0]?.failed.toISOString().slice(11, 19) ?? ''
    for (const said of [at, ...shown.row]) await expect(rows.nth(1)).toContainText(said)
    const missing = page.getByText('Redial recognises no field that says')
    if (shown.missing === null) await expect(missing).toHaveCount(0)
    else await expect(missing).toContainText(`${shown.missing}, so those columns are hidden`)
    await expect(foot(page)).toContainText(shown.foot[0])

    const next = page.getByRole('button', { name: 'Next page' })
    await next.click()
    await expect(page).toHaveURL(/page=2/)
    await expect(rows).toHaveCount(21)
    await next.click()
    await expect(foot(page)).toContainText(shown.foot[1])
    await expect(rows).toHaveCount(6)
    await expect(next).toBeDisabled()
  })

  test(`in front of ${name}, all events are searched, filtered and grouped`, async ({ page }) => {
    await page.goto(`/failed-calls?${RANGE}&view=groups`)
    await expect(status(page)).toContainText('45 of 45 failed calls loaded at')
    await expect(groups(page).getByRole('row').nth(1)).toContainText(/Receiver unknown.*45 of 45/s)

    const [cause, events] = shown.cause
    await page.getByRole('button', { name: 'By cause' }).click()
    // The receiver's state also names a cause.
    const group = groups(page).getByRole('row', { name: new RegExp(`^${cause}`) })
    await expect(group).toContainText(`${events} of ${events}`)

    await page.getByRole('button', { name: 'List', exact: true }).click()
    const [text, matches] = shown.search
    await page.getByRole('searchbox').fill(text)
    await expect(foot(page)).toContainText(`${matches} of 45 failed call`)

    await page.goto(`/failed-calls?${RANGE}&view=all&cause=${encodeURIComponent(cause)}`)
    await expect(foot(page)).toContainText(`${events} of 45 failed calls`)
  })

  test(`in front of ${name}, events that can’t be replayed say why`, async ({ page }) => {
    await page.goto(`/failed-calls?${RANGE}`)
    const row = table(page).getByRole('row').nth(1)
    const replay = row.getByRole('button', { name: /^Replay/ })
    await expect(replay).toBeDisabled()
    if (shown.missing === null) {
      await expect(replay).toHaveAttribute('title', /because the service gives no payload/)
    } else {
      await expect(page.getByText('Redial can’t replay these events')).toContainText(NOWHERE_TO_GO)
    }
  })
}
