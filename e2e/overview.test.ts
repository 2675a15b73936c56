import { READING_PATH } from '../contract/events.ts'
import { type FailedEventList, FailedEventRecord } from '../contract/failed-event.ts'
import { overviewRange } from '../contract/overview.ts'
import { pageOf } from '../contract/pages/page.ts'
import { addDays, type CalendarDate, dayOf } from '../contract/time/calendar-date.ts'
import { FROM_DASHBOARD } from '../server/testing/test-gateway.ts'
import {
  bar,
  card,
  chart,
  counted,
  DAYS,
  failing,
  LISTS,
  pathsInDocument,
  toDo,
  today,
  visitAgo,
  ZONE,
} from './overview-page.ts'
import { expect, type Redial, onDemo as test } from './support/redial.ts'
import { makeReplay } from './support/replay-by-request.ts'
import { startSlowLine } from './support/slow-line.ts'

test.use({ demo: 'overview', demoDaysBack: 30 })

/** What the service lists, requested with a token and without the dashboard. */
function serviceOf(redial: Redial, token: string) {
  return async (list: FailedEventList, day: CalendarDate) => {
    const query = `from_date=${day}&to_date=${addDays(day, 1)}&page_size=100`
    const response = await fetch(`${redial.url}/v1/${list}/?${query}`, {
      headers: { authorization: `Token ${token}` },
    })
    return pageOf(FailedEventRecord).parse(await response.json())
  }
}

test('each of the last 30 days is counted and leads to its list', async ({ page, redial }) => {
  const violations: string[] = []
  page.on('console', message => {
    if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text())
  })
  const days: string[] = []
  const add = (url: string) => {
    const { pathname, searchParams } = new URL(url, redial.url)
    if (pathname !== '/gateway/day-counts') return
    for (const list of LISTS) days.push(...(searchParams.get(list)?.split(',') ?? []))
  }
  page.on('request', request => add(request.url()))
  // If midnight passed in between, the page would count another day.
  const now = new Date()
  await page.clock.setFixedTime(now)
  await page.goto('/')
  await counted(page)

  await test.step('each day and list is counted once, for the document', async () => {
    expect(days).toEqual([])
    for (const path of await pathsInDocument(page)) add(path)
    expect(days).toHaveLength(2 * DAYS)
    expect(new Set(days).size).toBe(DAYS)
  })

  await test.step('the charts have the counts of the service', async () => {
    const { text } = await redial.makeToken()
    const service = serviceOf(redial, text)
    for (const daysAgo of [0, 1, 2, DAYS - 1]) {
      for (const list of LISTS) {
        const { count } = await service(list, addDays(dayOf(now, ZONE), -daysAgo))
        const name = new RegExp(`: ${count} failed (call|AI event)s?\\b`)
        await expect(bar(page, list, daysAgo)).toHaveAccessibleName(name)
      }
    }
    const day = addDays(dayOf(now, ZONE), -2)
    await bar(page, 'transcription_events_fail', 2).click()
    await expect(page).toHaveURL(new RegExp(`/failed-ai-events\\?from=${day}&to=${day}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed AI events')
  })

  const calls = chart(page, 'Failed calls by day')
  await test.step('days before yesterday are counted once per visit', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await counted(page)
    await expect(calls.getByRole('link')).toHaveCount(DAYS)
    const again = days.slice(2 * DAYS)
    expect(again.filter(day => day < addDays(dayOf(now, ZONE), -1))).toEqual([])
  })

  await test.step('a bar of the chart shows its count to the mouse', async () => {
    const bar = calls.getByRole('link').nth(-3)
    await bar.hover()
    const name = await bar.getAttribute('aria-label')
    await expect(card(page, 'The last 30 days')).toContainText(name ?? '')
  })

  await test.step('the chart has one stop for Tab, and arrow keys for its days', async () => {
    await expect(calls.getByRole('link')).toHaveCount(DAYS)
    // The bar under the pointer replaces the link to all days.
    await page.mouse.move(0, 0)
    const all = card(page, 'The last 30 days').getByRole('link', { name: /^[\d,]+ failed calls$/ })
    await all.focus()
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

test('failures since the last visit are counted separately', async ({ page, redial }) => {
  await page.goto('/')
  await expect(card(page, 'Today')).toContainText('When you come back after half an hour')
  await visitAgo(page, 60)
  await redial.addFailures(3)
  // After half an hour, the gateway would read these days when they are opened.
  const { from, to } = overviewRange(today())
  await page.request.post(READING_PATH, {
    headers: FROM_DASHBOARD,
    data: { list: LISTS[0], from_date: from, to_date: addDays(to, 1), action: 'again' },
  })
  await page.goto('/')
  const since = card(page, 'Since your last visit')
  const lastDay = dayOf(new Date(Date.now() - 60 * 60_000), ZONE)
  const figure = since.getByRole('link', { name: /new failed calls$/ })
  // The demo may have failures of the last hour, too.
  await expect(figure).toHaveText(/^([3-9]|\d\d+) new failed calls$/)
  await figure.click()
  await expect(page).toHaveURL(new RegExp(`/failed-calls\\?from=${lastDay}&to=${today()}`))
})

test('what is still missing is listed by receiver, worst first', async ({ page }) => {
  await page.goto('/')
  const jobs = toDo(page).getByRole('listitem')
  await expect(toDo(page)).toContainText(
    /\d+ receivers, \d+ causes, \d+ events\. The worst three make up \d+% of them\./,
  )
  // Once all days have been read, no count changes.
  await expect(jobs.first().getByRole('button', { name: /^Replay/ })).toBeEnabled()
  const counts = await jobs.evaluateAll(items =>
    items.map(item =>
      Array.from(
        item.querySelectorAll('a'),
        ({ innerText }) => /^(\d+) failed/.exec(innerText)?.[1],
      )
        .map(Number)
        .reduce((sum, count) => sum + (count || 0), 0),
    ),
  )
  expect(counts.length).toBeGreaterThan(3)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))

  const worst = jobs.first()
  // The company, and then why, how many and since when: the state only sums that up.
  await expect(worst).toContainText(/since .*Failing/)
  await expect(worst.getByRole('button', { name: 'Copy message' })).toBeVisible()
  const link = worst.getByRole('link', { name: /failed calls?$/ })
  const count = Number.parseInt(await link.innerText(), 10)
  await link.click()
  await expect(page).toHaveURL(/view=groups/)
  await expect(page.getByText(new RegExp(`\\b${count} (of|failed calls?)`)).first()).toBeVisible()
})

test('after another page, Overview requests the receivers once', async ({ page }) => {
  // While days are being read, the versions change.
  await page.goto('/')
  await expect(
    toDo(page)
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Replay/ }),
  ).toBeEnabled()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  const steps: string[] = []
  page.on('response', response => {
    if (response.url().includes(READING_PATH)) steps.push('reading')
  })
  page.on('request', request => {
    if (request.url().includes('/gateway/receivers/all')) steps.push('receivers')
  })
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(toDo(page).getByRole('listitem').first()).toBeVisible()
  expect(steps.slice(0, 3)).toEqual(['reading', 'reading', 'receivers'])
  expect(steps.filter(each => each === 'receivers')).toHaveLength(1)
})

test('copying a message and starting a standing order take six clicks', async ({ page }) => {
  await page.goto('/')
  const row = failing(page)
  await row.getByRole('button', { name: 'Copy message' }).click()
  const message = page.getByRole('dialog', { name: 'Message' })
  await message.getByLabel('The operator of the receiver').check()
  await expect(message.getByLabel('Message')).toHaveValue(/curl -i -X POST/)
  await message.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Replay \d+ (calls|events)$/ }).click()
  await page.getByRole('button', { name: 'Send when it recovers' }).click()
  await expect(page.getByText('It keeps trying until')).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  const run = row.getByRole('link', { name: /^\d+ events?$/ })
  await expect(run).toBeVisible()
  await row.getByRole('button', { name: 'Copy message' }).click()
  await expect(message.getByLabel('Message')).toHaveValue(
    /will be sent automatically as soon as your system accepts it/,
  )
  await page.keyboard.press('Escape')
  await run.click()
  await expect(page.getByText('It keeps trying until')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('a replay is listed while it is running, and leads to its run', async ({ page, redial }) => {
  await page.goto('/')
  const running = card(page, 'Running replays')
  await expect(toDo(page).getByRole('listitem').first()).toBeVisible()
  await expect(running).toHaveCount(0)

  const { text } = await redial.makeToken()
  const yesterday = addDays(today(), -1)
  const { count } = await serviceOf(redial, text)('call_events_fail', yesterday)
  const name =
    'After the certificate of the workshop in Sandton was renewed, as the customer asked on Friday'
  // One of the demo's receivers answers after ten seconds.
  const id = await makeReplay(page, yesterday, { start: true, name })
  await page.reload()
  // Some receivers may have been paused by then.
  await expect(running).toContainText(new RegExp(`Sending, (.+, )?\\d+ of ${count} done`))
  const shown = running.getByText(name)
  await expect(shown).toBeVisible()
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await running.getByRole('link', { name: `${count} failed calls` }).click()
  await expect(page).toHaveURL(new RegExp(`/replays/${id}`))
  await page.request.post(`/gateway/replays/${id}/cancel`, { headers: FROM_DASHBOARD })
})

test('days and older events are shown after the receivers', async ({ page, redial }) => {
  const days = page.getByRole('heading', { name: 'The last 30 days' })
  // The gateway has read them all then.
  await page.goto('/')
  await expect(days).toBeVisible()
  const line = await startSlowLine(redial.url, { files: /\/gateway\/events\/groups/ })
  try {
    await page.goto(`${line.url}/settings`)
    await page.evaluate(() => {
      const states = new Set<string>()
      Reflect.set(window, 'states', states)
      new MutationObserver(() => {
        const text = document.body.textContent
        const areReceiversShown = /\d receivers, \d/.test(text)
        if (text.includes('The last 30 days')) states.add(areReceiversShown ? 'all' : 'only days')
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(toDo(page)).toContainText('Loading what is still missing…')
    await expect(toDo(page)).not.toContainText('older events')
    line.open()
    await expect(days).toBeVisible()
    expect(await page.evaluate(() => [...Reflect.get(window, 'states')])).toEqual(['all'])
    await expect(toDo(page)).toContainText(/older events of the last 30 days are (still )?missing/)
  } finally {
    await line.close()
  }
})
