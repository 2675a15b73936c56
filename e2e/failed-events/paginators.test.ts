import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import papaparse from 'papaparse'
import { drfPage, type Paginator } from '../../contract/testing/drf-pages.ts'
import { startReceiver, type TestReceiver } from '../../server/testing/peers/test-receiver.ts'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { type OtherService, startOtherService } from '../support/other-service.ts'
import { test as base, expect } from '../support/redial.ts'
import { sharedServer } from '../support/shared-server.ts'
import { listed, status, events as table } from './range-view.ts'

type Paged = OtherService & { receiver: TestReceiver }

const pagedService = sharedServer(startPagedService)

const test = base.extend<{ paged: Paged }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  paged: async ({}, use) => use(await pagedService()),
  baseURL: async ({ paged }, use) => use(paged.url),
})
test.beforeEach(async ({ context, paged }) => {
  paged.receiver.requests.length = 0
  await context.addCookies([paged.session])
})

const DAYS = 'from=2026-11-21&to=2026-11-21'
const LIST = `/failed-calls?${DAYS}`

let made = 0

/** So many events that no test had before, the newest first. */
function failures({ receiver }: Paged, count: number) {
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
type Failures = ReturnType<typeof failures>

/** From now on the service lists these, whatever page size is asked for. */
function list({ behave }: Paged, paginator: Paginator, items: Failures, pageSize = 20) {
  behave(({ url = '' }, response) => {
    const { status, body } = drfPage(paginator, url, { items, pageSize })
    answer(response, status, body)
  })
}

const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous page' })

/** Waits until the table shows exactly these. */
async function expectRows(page: Page, items: Failures) {
  const names = items.map(({ request_json }) => request_json.company.name)
  await expect(page.getByRole('link', { name: /^Company \d+\.$/ })).toHaveText(names)
}

const pagesOf = (items: Failures, size = 20): Failures[] =>
  [0, 1, 2].map(page => items.slice(page * size, (page + 1) * size))

/** The events of a file of the whole range, sorted as text. */
async function exportedIds(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Export/ }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const options = { header: true, skipEmptyLines: true } as const
  const { data } = papaparse.parse<Record<string, string>>(text, options)
  return data.map(row => row['Event ID'] ?? '').toSorted()
}

// Limit and offset: paginators.test.ts of the gateway, and range-reader.test.ts of the dashboard.
for (const paginator of ['page number', 'cursor'] as const) {
  test(`by ${paginator} each of 257 events is reached, selected and replayed once`, async ({
    page,
    paged,
  }) => {
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
  })
}

test('by a cursor a reload, Back and a shared link show the same rows, while new events come', async ({
  page,
  context,
  paged,
}) => {
  const items = failures(paged, 50)
  const [first = [], second = [], third = []] = pagesOf(items)
  list(paged, 'cursor', items)
  await page.goto(LIST)
  await expectRows(page, first)
  await next(page).click()
  await expectRows(page, second)
  await next(page).click()
  await expectRows(page, third)
  await page.goBack()
  await expectRows(page, second)
  await page.goForward()
  await expectRows(page, third)

  const grown = [...failures(paged, 3), ...items]
  const [newest = [], secondNow = [], thirdNow = []] = pagesOf(grown)
  list(paged, 'cursor', grown)
  await page.reload()
  await expectRows(page, third)
  const colleague = await context.newPage()
  await colleague.goto(page.url())
  await expectRows(colleague, third)

  await test.step('Previous leads back to the list as it begins now', async () => {
    await previous(page).click()
    await expectRows(page, second)
    await expect(page.getByText('Failed calls, page 2', { exact: true })).toBeVisible()
    await previous(page).click()
    await expectRows(page, newest)
    await expect(previous(page)).toBeDisabled()
    await expect(page).not.toHaveURL(/cursor/)
  })

  await test.step('a link to an event opens it on its page, and J continues to the next', async () => {
    const last = secondNow.at(-1)
    await next(page).click()
    await page.getByRole('link', { name: last?.request_json.company.name, exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(`"call_id": ${last?.id}`)
    await colleague.goto(page.url())
    await expect(colleague.getByRole('dialog')).toContainText(`"call_id": ${last?.id}`)
    await page.keyboard.press('j')
    await expect(drawer).toContainText(`"call_id": ${thirdNow[0]?.id}`)
    await page.keyboard.press('k')
    await expect(drawer).toContainText(`"call_id": ${last?.id}`)
  })
})

test('a link that names a page by its number leads to the first page of a service without numbers', async ({
  page,
  paged,
}) => {
  const items = failures(paged, 50)
  const expectFirst = async (rows: Failures) => {
    await expectRows(page, rows)
    await expect(page).not.toHaveURL(/page=/)
    await expect(previous(page)).toBeDisabled()
  }
  list(paged, 'cursor', items)
  await page.goto(`${LIST}&page=2`)
  await expectFirst(items.slice(0, 20))
  // A list of one page says nothing of others.
  list(paged, 'cursor', items.slice(0, 5))
  await page.goto(`${LIST}&page=2`)
  await expectFirst(items.slice(0, 5))

  list(paged, 'limit and offset', items)
  await page.goto(`${LIST}&page=2&cursor=offset%3D90`)
  await expectFirst(items.slice(0, 20))
  // From there, an event is found on any page.
  const event = items[45]
  await page.goto(`${LIST}&page=2&event=${event?.id}`)
  await expect(page.getByRole('dialog')).toContainText(`"call_id": ${event?.id}`)
})

test('circular page links are reported, and no row is shown on the wrong page', async ({
  page,
  paged,
}) => {
  const items = failures(paged, 6)
  paged.behave(({ query }, response) => {
    const cursor = Number(query.get('cursor'))
    const following = cursor === 2 ? 1 : cursor + 1
    answer(response, 200, {
      next: `https://elsewhere.example/?cursor=${following}&from_date=2020-01-01`,
      previous: cursor > 0 ? `?cursor=${cursor - 1}` : null,
      results: items.slice(cursor * 2, cursor * 2 + 2),
    })
  })
  await page.goto(LIST)
  for (const start of [0, 2, 4]) {
    await expectRows(page, items.slice(start, start + 2))
    if (start < 4) await next(page).click()
  }
  await expect(page.getByRole('alert')).toContainText('its link to the next page doesn’t lead')
  await expect(next(page)).toBeDisabled()
  await page.goto(`${LIST}&view=all`)
  await expect(status(page)).toContainText('leads to nothing new')
  await expect(status(page)).toContainText('6 loaded, so this list is incomplete')
})

async function startPagedService(): Promise<Paged> {
  const receiver = await startReceiver()
  const service = await startOtherService(
    { RECEIVER_EXCEPTIONS: receiver.exception },
    { authority: receiver.ca },
  )
  return {
    ...service,
    receiver,
    async close() {
      await service.close()
      await receiver.close()
    },
  }
}
