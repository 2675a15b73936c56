import { FailedEvent, type FailedEventList } from '../contract/failed-event.ts'
import { pageOf } from '../contract/pages/page.ts'
import { ReplayRun } from '../contract/replay.ts'
import { addDays, type CalendarDate, dayOf } from '../contract/time/calendar-date.ts'
import { FROM_DASHBOARD } from '../server/testing/test-gateway.ts'
import {
  card,
  cellsOf,
  chart,
  counted,
  DAYS,
  days,
  LISTS,
  pathsBrought,
  today,
  visitAgo,
  ZONE,
} from './overview-page.ts'
import { openSession } from './support/open-session.ts'
import { expect, type Redial, test } from './support/redial.ts'

test.use({ demo: 'overview', demoDaysBack: 30 })

/** What the service lists, requested with a token and without the dashboard. */
function serviceOf(redial: Redial, token: string) {
  return async (list: FailedEventList, day: CalendarDate) => {
    const query = `from_date=${day}&to_date=${addDays(day, 1)}&page_size=100`
    const response = await fetch(`${redial.url}/v1/${list}/?${query}`, {
      headers: { authorization: `Token ${token}` },
    })
    return pageOf(FailedEvent).parse(await response.json())
  }
}

test.beforeEach(async ({ context, redial }) => {
  const { text } = await redial.makeToken()
  await context.addCookies([await openSession(redial.url, text)])
})

test('the last 30 days are counted newest first, and each leads to its list', async ({
  page,
  redial,
}) => {
  const violations: string[] = []
  page.on('console', message => {
    if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text())
  })
  const asked: string[] = []
  const add = (url: string) => {
    const { pathname, searchParams } = new URL(url, redial.url)
    if (pathname !== '/gateway/day-counts') return
    for (const list of LISTS) asked.push(...(searchParams.get(list)?.split(',') ?? []))
  }
  page.on('request', request => add(request.url()))
  // If midnight passed in between, the page would count another day.
  const now = new Date()
  await page.clock.setFixedTime(now)
  await page.goto('/?days=table')
  await counted(page)

  await test.step('each day and list is counted once, for the document', async () => {
    expect(asked).toEqual([])
    for (const path of await pathsBrought(page)) add(path)
    expect(asked).toHaveLength(2 * DAYS)
    expect(new Set(asked).size).toBe(DAYS)
  })

  await test.step('the table has the counts of the service', async () => {
    const { text } = await redial.makeToken()
    const service = serviceOf(redial, text)
    for (const daysAgo of [0, 1, 2, DAYS - 1]) {
      for (const [column, list] of LISTS.entries()) {
        const { count } = await service(list, addDays(dayOf(now, ZONE), -daysAgo))
        await expect(cellsOf(page, daysAgo).nth(column)).toHaveText(String(count))
      }
    }
    await expect(days(page).getByRole('row')).toHaveCount(DAYS + 1)

    const day = addDays(dayOf(now, ZONE), -2)
    const { count } = await service('transcription_events_fail', day)
    await cellsOf(page, 2).nth(1).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/failed-ai-events\\?from=${day}&to=${day}`))
    await expect(page.getByText(`${count} failed AI events, page 1 of 1`)).toBeVisible()
  })

  const calls = chart(page, 'Failed calls by day')
  await test.step('days before yesterday are counted once per visit', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await counted(page)
    await expect(calls.getByRole('link')).toHaveCount(DAYS)
    const again = asked.slice(2 * DAYS)
    expect(again.filter(day => day < addDays(dayOf(now, ZONE), -1))).toEqual([])
  })

  await test.step('a bar of the chart shows its count to the mouse, and leads to its day', async () => {
    const bar = calls.getByRole('link').nth(-3)
    await bar.hover()
    const name = await bar.getAttribute('aria-label')
    await expect(card(page, 'The last 30 days')).toContainText(name ?? '')
    await bar.click()
    const day = addDays(dayOf(now, ZONE), -2)
    await expect(page).toHaveURL(new RegExp(`/failed-calls\\?from=${day}&to=${day}`))
    // This page and the clicked day stay until the next page is drawn.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed calls')
    await page.goBack()
  })

  await test.step('the chart has one stop for Tab, and arrow keys for its days', async () => {
    await expect(calls.getByRole('link')).toHaveCount(DAYS)
    // The bar under the pointer replaces the link to all days.
    await page.mouse.move(0, 0)
    await expect(
      card(page, 'The last 30 days').getByRole('link', { name: /^[\d,]+ failed calls$/ }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Table' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(calls.getByRole('link').last()).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    const name = await calls.getByRole('link').nth(-4).getAttribute('aria-label')
    expect(name).toMatch(/^\w+ \d+ \w+: \d+ failed calls$/)
    await expect(card(page, 'The last 30 days')).toContainText(name ?? '')
    await page.keyboard.press('Home')
    await expect(calls.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Enter')
    const day = addDays(dayOf(now, ZONE), 1 - DAYS)
    await expect(page).toHaveURL(new RegExp(`/failed-calls\\?from=${day}&to=${day}`))
  })
  expect(violations).toEqual([])
})

test('failures since the last visit are counted apart from those before it', async ({
  page,
  redial,
}) => {
  await page.goto('/')
  await expect(card(page, 'Today')).toContainText('On your next visit')
  await visitAgo(page, 60)
  await redial.addFailures(3)
  await page.goto('/')
  const since = card(page, 'Since your last visit')
  const { text } = await redial.makeToken()
  const hourAgo = Date.now() - 60 * 60_000
  const lastDay = dayOf(new Date(hourAgo), 'Africa/Johannesburg')
  const pages = await Promise.all(
    [...new Set([lastDay, today()])].map(day => serviceOf(redial, text)('call_events_fail', day)),
  )
  const newCalls = pages
    .flatMap(({ results }) => results)
    .filter(({ failed_at }) => Date.parse(failed_at ?? '') > hourAgo)
  expect(newCalls.length).toBeGreaterThanOrEqual(3)
  const figure = since.getByRole('link', { name: /new failed calls$/ })
  await expect(figure).toHaveText(`${newCalls.length} new failed calls`)

  // A quick return belongs to the same visit.
  await page.reload()
  await expect(figure).toHaveText(`${newCalls.length} new failed calls`)
  await figure.click()
  await expect(page).toHaveURL(new RegExp(`/failed-calls\\?from=${lastDay}&to=${today()}`))
})

test('the receiver with the most missing events leads to its groups, and blocked numbers to their context', async ({
  page,
}) => {
  await page.goto('/')
  const blocked = card(page, 'Blocked numbers')
  await expect(blocked.getByRole('listitem')).toHaveCount(3)
  const group = blocked.getByRole('link', { name: /^Group/ })
  await expect(group).toHaveText('Group 2 numbers of 1 group')

  const first = card(page, 'Receivers with the most missing events').getByRole('listitem').first()
  const link = first.getByRole('link', { name: /failed calls?$/ })
  const count = Number.parseInt(await link.innerText(), 10)
  // The companies come first, then the receiver in a line of its own.
  const names = (await first.innerText()).split('\n')
  await link.click()
  await expect(page).toHaveURL(/view=groups/)
  expect(names[1]).toBe(new URL(page.url()).searchParams.get('receiver'))
  await expect(page.getByText(new RegExp(`\\b${count} (of|failed calls?)`)).first()).toBeVisible()

  await page.goBack()
  await group.click()
  await expect(page).toHaveURL(/\/blocklist\?context=group/)
})

test('a replay is listed while it is running, and leads to its run', async ({ page, redial }) => {
  await page.goto('/')
  const running = card(page, 'Running replays')
  await expect(running).toContainText('No replay is running.')

  const { text } = await redial.makeToken()
  const yesterday = addDays(today(), -1)
  const { count } = await serviceOf(redial, text)('call_events_fail', yesterday)
  // One of the demo's receivers answers after ten seconds.
  const response = await page.request.post('/gateway/replays', {
    headers: FROM_DASHBOARD,
    data: {
      list: 'call_events_fail',
      from_date: yesterday,
      to_date: today(),
      events: 'all',
      start: true,
    },
  })
  const { id } = ReplayRun.parse(await response.json())
  await page.reload()
  await expect(running).toContainText(new RegExp(`Sending, \\d+ of ${count} done`))
  await running.getByRole('link', { name: `${count} failed calls` }).click()
  await expect(page).toHaveURL(new RegExp(`/replays/${id}`))
  await page.request.post(`/gateway/replays/${id}/cancel`, { headers: FROM_DASHBOARD })
})

test('without BlocklistPermission, only the blocklist card says so', async ({ page, redial }) => {
  const { text } = await redial.makeToken({ blocklistPermission: false })
  await page.context().addCookies([await openSession(redial.url, text)])
  await page.goto('/?days=table')
  await expect(card(page, 'Blocked numbers')).toContainText('BlocklistPermission')
  await counted(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
