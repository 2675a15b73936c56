// Long: Overview counts thirty days of slow and failing services.

import { drfPage } from '../contract/testing/drf-pages.ts'
import { addDays } from '../contract/time/calendar-date.ts'
import { answer } from '../server/testing/peers/test-upstream.ts'
import { bar, card, chart, counted, DAYS, LISTS, toDo, today } from './overview-page.ts'
import { boxOf } from './support/box-of.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { type Answers, pageOf } from './support/other-service.ts'
import { pollThroughPauses } from './support/poll-through-pauses.ts'
import { expect, onOtherService as test } from './support/redial.ts'

const FAILED: [number, unknown] = [500, { detail: 'A server error occurred.' }]
const CALLS = 'GET /v1/call_events_fail/'
const AI_EVENTS = 'GET /v1/transcription_events_fail/'
const countedAs = (count: number): [number, unknown] => [
  200,
  pageOf(Array(count).fill({ request_json: {} })),
]

test('a day that could not be counted is unknown, never 0', async ({ page, otherService }) => {
  // Newer days are read for the receivers, and counted in the gateway's copy.
  const sick = addDays(today(), -10)
  const answers: Answers = {
    [CALLS]: ({ query }) =>
      query.get('from_date') === sick && query.get('page_size') === '1' ? FAILED : countedAs(7),
    // The count of a list without pages is its length.
    [AI_EVENTS]: ({ query }) => [
      200,
      (query.get('to_date') ?? '') > today() ? Array(4).fill({ request_json: {} }) : [],
    ],
  }
  otherService.answers(answers)
  await page.goto('/')
  await counted(page)
  const [calls, aiEvents] = LISTS
  if (calls === undefined || aiEvents === undefined) throw new Error('no lists')
  await expect(bar(page, calls, 2)).toHaveAccessibleName(/: 7 failed calls$/)
  await expect(bar(page, calls, 10)).toHaveAccessibleName(/number of failed calls unknown$/)
  await expect(bar(page, aiEvents, 10)).toHaveAccessibleName(/: 0 failed AI events$/)
  await expect(bar(page, aiEvents, 0)).toHaveAccessibleName(/: 4 failed AI events$/)
  await expect(page.getByRole('link', { name: '4 failed AI events today' })).toBeVisible()
  await expect(bar(page, calls, 4)).toHaveAccessibleName(/: 7 failed calls$/)
  await expect(page.getByRole('alert')).toContainText('The service could not answer')

  await expect(page.getByRole('link', { name: 'at least 203 failed calls' })).toBeVisible()

  otherService.answers({ [CALLS]: countedAs(7) })
  // With the keyboard, because the pointer would rest on a day when the notice is gone, and show its count.
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('link', { name: '210 failed calls' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // The known counts were not requested again.
  const counts = otherService
    .requests('GET', '/v1/call_events_fail/')
    .filter(({ query }) => query.get('page_size') === '1')
  expect(counts).toHaveLength(1)
})

test('what is below the receivers waits for both lists', async ({ page, otherService }) => {
  const event = { request_json: {}, callback_url: 'https://crm.example/calls', failed_at: today() }
  otherService.answers({ [CALLS]: [200, pageOf([event])], [AI_EVENTS]: [200, pageOf([event])] })
  otherService.hold(AI_EVENTS)
  await page.goto('/')
  await expect(toDo(page).getByRole('listitem')).toHaveCount(1)
  await expect(toDo(page)).toContainText('Loading all failed AI events…')
  await expect(card(page, 'The last 30 days')).toHaveCount(0)
  otherService.release()
  await expect(card(page, 'The last 30 days')).toBeVisible()
  await expect(toDo(page)).not.toContainText('Loading')
})

test('the first receiver stays where it is on a phone when the reading ends', async ({
  page,
  otherService,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const event = { request_json: {}, callback_url: 'https://crm.example/calls', failed_at: today() }
  const next = Promise.withResolvers<void>()
  otherService.behave(async ({ url = '', query }, response) => {
    if (Number(query.get('page') ?? 1) > 1) await next.promise
    const items = Array.from({ length: 300 }, (_, id) => ({ ...event, id }))
    const { status, body } = drfPage('page number', url, { items, pageSize: 100 })
    answer(response, status, body)
  })
  await page.goto('/')
  await expect(toDo(page)).toContainText('Loading all failed AI events: 100 of 300…')
  const receiver = toDo(page).getByRole('listitem').first()
  const { y } = await boxOf(receiver)
  next.resolve()
  await counted(page)
  await expect(toDo(page)).not.toContainText('Loading')
  expect((await boxOf(receiver)).y).toBe(y)
})

test('the note about the reading replaces the loading rows', async ({ page, otherService }) => {
  otherService.answers({})
  otherService.hold(AI_EVENTS)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  const states = await page.evaluateHandle(() => {
    const states = { isLoading: false, isNoted: false }
    const look = () => {
      const text = document.querySelector('main')?.textContent ?? ''
      if (!text.includes('Loading what is still missing')) return
      states.isLoading = true
      states.isNoted ||= text.includes('Loading all failed AI events')
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return states
  })
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(toDo(page)).toContainText('Loading all failed AI events…')
  expect(await states.jsonValue()).toEqual({ isLoading: true, isNoted: false })
  otherService.release()
})

test('nothing looks empty when the service fails throughout', async ({ page, otherService }) => {
  otherService.answers({ [CALLS]: FAILED, [AI_EVENTS]: FAILED })
  await page.clock.install()
  await page.goto('/')
  // The gateway tries again for half a minute, by its own clock, before it gives up reading.
  await pollThroughPauses(page, () => page.getByRole('alert').count(), 60_000).toBe(2)
  await expectAccessible(page)
  for (const one of [card(page, 'The last 30 days'), toDo(page)]) {
    await expect(one.getByRole('alert')).toContainText('could not answer')
  }
  await expect(toDo(page).getByRole('alert')).toContainText('Failed calls could not be read.')
  await expect(toDo(page).getByText('Nothing to do')).toHaveCount(0)
  await expect(card(page, 'Today').getByText('Unknown')).toHaveCount(2)
  const unknown = chart(page, 'by day').getByRole('link', { name: /unknown$/ })
  await expect(unknown).toHaveCount(2 * DAYS)
  await expect(card(page, 'The last 30 days').getByText('Number unknown')).toHaveCount(2)
  // A few attempts are enough.
  const tries = otherService.requests('GET', '/v1/call_events_fail/').length
  expect(tries).toBeLessThan(20)
})
