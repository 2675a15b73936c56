import type { Locator, Page } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { expect, test } from '../support/redial.ts'

test.use({ demo: 'failed events' })

/** The first row on the page whose company has this name. */
function rowOf(page: Page, company: string): Locator {
  return page.getByRole('row').filter({ hasText: company }).first()
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [first, second] = [await boxOf(one), await boxOf(other)]
  return (
    first.x < second.right &&
    second.x < first.right &&
    first.y < second.bottom &&
    second.y < first.bottom
  )
}

const DAY = /^\d{1,2} [A-Z][a-z]+ \d{4}$/

test('a list has pages, and leads back from beyond the last', async ({ signedIn: page }) => {
  const rowTexts = new Set<string>()
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Replay' }) })
  const next = page.getByRole('button', { name: 'Next page' })
  const previous = page.getByRole('button', { name: 'Previous page' })
  const remember = async () => {
    for (const text of await rows.allInnerTexts()) rowTexts.add(text)
  }

  await expect(page.getByText(/^\d+ failed calls, page 1 of 3$/)).toBeVisible()
  const [count] = (await page.getByText(/page 1 of 3/).innerText()).split(' ')
  await expect(rows).toHaveCount(20)
  await expect(previous).toBeDisabled()
  await remember()
  await next.click()
  await expect(page.getByText(/page 2 of 3/)).toBeVisible()
  await expect(rows).toHaveCount(20)
  await remember()
  await next.press('Enter')
  await expect(page.getByText(/page 3 of 3/)).toBeVisible()
  await expect(rows).toHaveCount(Number(count) - 40)
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await remember()
  expect(rowTexts.size).toBe(Number(count))

  await previous.click()
  await expect(page.getByText(/page 2 of 3/)).toBeVisible()

  await test.step('a page beyond the last leads back to the last', async () => {
    const today = new URL(page.url()).searchParams.get('from')
    await page.goto(`/failed-calls?from=${today}&to=${today}&page=99`)
    await expect(page.getByText(/page 3 of 3/)).toBeVisible()
  })

  await test.step('another page size begins at the first page, and the address keeps it', async () => {
    await page.getByLabel('Rows per page').selectOption('100')
    await expect(page.getByText(/^\d+ failed calls, page 1 of 1$/)).toBeVisible()
    await expect(page).toHaveURL(/size=100/)
  })
})

test('a date range has presets, and errors', async ({ signedIn: page }) => {
  await expect(page.getByLabel('From')).toHaveValue(DAY)
  await expect(page.getByLabel('To')).toHaveValue(DAY)
  await expect(page).toHaveURL(/from=(.*)&to=\1/)
  const today = new URL(page.url()).searchParams.get('from') ?? ''

  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await expect(page.getByText(/^[\d,]+ failed calls, page 1 of \d\d$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/page 1 of 3/)).toBeVisible()

  const shown = await page.getByLabel('To').inputValue()
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await expect(page.getByLabel('To')).not.toHaveValue(shown)
  const yesterday = new URL(page.url()).searchParams.get('from') ?? ''
  await page.getByLabel('To').fill(today)
  await expect(page).toHaveURL(new RegExp(`from=${yesterday}&to=${today}`))
  await expect(page.getByText(/^\d+ failed calls, page 1 of [56]$/)).toBeVisible()

  const urls: string[] = []
  page.on('request', request => urls.push(request.url()))
  await page.getByLabel('From').fill(today)
  await page.getByLabel('To').fill(yesterday)
  await expect(
    page.getByLabel(/^(From|To)$/).and(page.locator('[aria-invalid=true]')),
  ).not.toHaveCount(0)
  expect(
    urls.filter(url => url.includes(`to_date=${today}`) && url.includes(`from_date=${today}`)),
  ).toEqual([])

  await test.step('invalid days in a link are reported until others are chosen', async () => {
    await page.goto(`/failed-calls?from=${yesterday}&to=2026-02-30`)
    await expect(page.getByText('The days in this link can’t be read')).toBeVisible()
    await expect(page.getByText(/^\d+ failed calls, page 1 of/)).toBeVisible()
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(page.getByText('The days in this link can’t be read')).toBeHidden()
    await expect(page).not.toHaveURL(/unread/)
  })
})

test('an event shows why it failed, its attempts and its payload', async ({ signedIn: page }) => {
  await rowOf(page, 'Van Wyk & Seuns').getByRole('link', { name: 'Van Wyk' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { level: 2 }).first()).toContainText('Van Wyk & Seuns')
  await expect(drawer.getByText(/answered 500/).first()).toBeVisible()
  await expect(drawer.getByText('Who can fix it')).toBeVisible()
  // The final failure, and one line for the four attempts that failed alike.
  await expect(drawer.getByRole('list').getByRole('listitem')).toHaveCount(2)
  await expect(drawer.getByText('"call_id"')).toBeVisible()
  await expect(drawer.getByText('"tracking_number"')).toBeVisible()
  await expect(page).toHaveURL(/event=/)

  await page.reload()
  await expect(page.getByRole('dialog')).toContainText('Van Wyk & Seuns')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('Escape closes an event from the moment it is shown', async ({ signedIn: page }) => {
  const pressed = page.evaluate(
    () =>
      new Promise<void>(resolve => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('[data-details-pane]') === null) return
          observer.disconnect()
          const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
          document.body.dispatchEvent(press)
          resolve()
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await rowOf(page, 'Van Wyk & Seuns').getByRole('link', { name: 'Van Wyk' }).click()
  await pressed
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).not.toHaveURL(/event=/)
})

test('a row and its drawer show the outcome of a replay', async ({ signedIn: page }) => {
  const works = rowOf(page, 'Acme Cars Sandton')
  await works.getByRole('button', { name: 'Replay' }).click()
  await expect(works).toContainText(/Delivered, answered 200 at \d\d:\d\d/)

  const fails = rowOf(page, 'Garden Route 4×4')
  await fails.getByRole('link', { name: 'Garden Route' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(drawer).toContainText(/Failed again at .*: answered 404/)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(fails).toContainText(/Failed again at .*: answered 404/)
})

test('failed AI events: a list, an event, a replay', async ({ signedIn: page }) => {
  await page.getByRole('link', { name: 'Failed AI events' }).click()
  await expect(page.getByText(/^\d+ failed AI events, page 1 of 1$/)).toBeVisible()
  // The service names no callers of AI events, so nothing may look like one.
  const table = page.getByRole('table', { name: 'Failed AI events' })
  await expect(table.getByRole('columnheader', { name: 'Caller' })).toHaveCount(0)
  await table.getByRole('columnheader', { name: 'Phone number' }).getByRole('button').click()
  await expect(page.getByText(/^\d+ failed AI events$/)).toBeVisible()
  const numbers = await table.getByText(/^\+27 /).allInnerTexts()
  expect(numbers).toEqual(numbers.toSorted())
  const row = page
    .getByRole('row')
    .filter({ hasText: /Acme|Müller|Blouberg|Kwela/ })
    .first()
  await row.getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('"sentiment"')).toBeVisible()
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(drawer).toContainText(/Delivered, answered 200/)
  await page.keyboard.press('Escape')

  await test.step('on a phone, the checkbox of an event covers nothing else', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row).toContainText('Delivered')
    const checkbox = row.getByRole('checkbox')
    for (const part of [row.getByText(/^\+27 /), row.getByRole('link'), row.locator('time')]) {
      expect(await overlap(checkbox, part.first())).toBe(false)
    }
  })
})

test('by keyboard alone: open an event, replay it, close it', async ({ signedIn: page }) => {
  const link = rowOf(page, 'Kwela Bakkies').getByRole('link', { name: 'Kwela Bakkies' })
  await link.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: 'Replay' }).focus()
  await page.keyboard.press('Enter')
  await expect(drawer).toContainText(/Delivered, answered 200/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(link).toBeFocused()
})
