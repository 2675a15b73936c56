// Long: lists of several pages are gone through while new events arrive.
import type { Page } from '@playwright/test'
import { drfPage, type Paginator } from '../../contract/testing/drf-pages.ts'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import type { OtherService } from '../support/other-service.ts'
import { expect, onOtherService as test } from '../support/redial.ts'

// That each event is reached, selected and replayed once: paginators.long.ts and reading.test.ts of the
// gateway.

const DAYS = 'from=2026-11-21&to=2026-11-21'
const LIST = `/failed-calls?${DAYS}`

let made = 0

/** Returns this many new events, newest first. */
function failures(count: number) {
  made += count
  return Array.from({ length: count }, (_, place) => {
    const id = made - place
    return {
      id,
      position: String(id).padStart(6, '0'),
      request_json: { call_id: id, company: { name: `Company ${id}.` } },
    }
  })
}

type Failures = ReturnType<typeof failures>

/** From now on, the service lists these in pages of 20, whatever size is requested. */
function list({ behave }: OtherService, paginator: Paginator, items: Failures) {
  behave(({ url = '' }, response) => {
    const { status, body } = drfPage(paginator, url, { items })
    answer(response, status, body)
  })
}

const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous page' })

/** Waits until the table shows exactly these. */
async function expectRows(page: Page, items: Failures) {
  const names = items.map(({ request_json }) => request_json.company.name)
  await expect(page.getByRole('link', { name: /^Company \d+\./ })).toHaveText(names)
}

const pagesOf = (items: Failures): Failures[] =>
  [0, 1, 2].map(page => items.slice(page * 20, (page + 1) * 20))

test('reload, Back and a link keep a cursor’s rows', async ({ page, context, otherService }) => {
  const items = failures(50)
  const [first = [], second = [], third = []] = pagesOf(items)
  list(otherService, 'cursor', items)
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

  const grown = [...failures(3), ...items]
  const [newest = []] = pagesOf(grown)
  list(otherService, 'cursor', grown)
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
})
