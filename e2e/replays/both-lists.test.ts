import type { Page } from '@playwright/test'
import { addDays } from '../../contract/time/calendar-date.ts'
import { toDo, today } from '../overview-page.ts'
import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { failedCall } from '../support/listing-service.ts'
import { pageOf, startServiceWithReceiver } from '../support/other-service.ts'
import { expect, testOn } from '../support/redial.ts'
import { outcome } from './run-page.ts'

const onForeign = testOn(startServiceWithReceiver)

/** The preview says how many of both are sent. */
async function expectBoth(page: Page, count: number): Promise<void> {
  const preview = page.getByRole('heading', { name: / will be sent to 1 receiver$/ })
  await expect(preview).toHaveText(/^\d+ calls? and \d+ AI events? will be sent/)
  const numbers = (await preview.innerText()).match(/\d+(?= (call|AI event))/g) ?? []
  expect(numbers.reduce((sum, one) => sum + Number(one), 0)).toBe(count)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Replay of \d+ failed calls? and \d+ failed AI events?$/,
  )
}

onForeign('one button replays what a receiver misses', AXE, async ({ page, service }) => {
  const { answers, receiver } = service
  const day = addDays(today(), -1)
  const events = [2, 1].map(id => ({
    ...failedCall(id, { day, company: 'Both Lists Motors' }),
    callback_url: `${receiver.url}/both`,
  }))
  answers({
    'GET /v1/call_events_fail/': [200, pageOf(events)],
    'GET /v1/transcription_events_fail/': [200, pageOf(events.slice(1))],
  })
  receiver.behave(200)
  receiver.requests.length = 0
  await page.goto('/')
  await toDo(page).getByRole('button', { name: 'Replay 3 events' }).click()
  await expectBoth(page, 3)
  await expect(page.getByRole('cell', { name: /, AI event/ })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send 3 events' }).click()
  await expect(outcome(page, '3 delivered')).toBeVisible()
  expect(receiver.requests).toHaveLength(3)
})

onForeign('one button replays what all receivers of a company miss', async ({ page, service }) => {
  const { answers, receiver } = service
  const day = addDays(today(), -2)
  const company = 'Two Receivers Motors'
  const [call, aiEvent] = ['calls', 'ai'].map((path, at) => ({
    ...failedCall(at + 11, { day, company }),
    callback_url: `${receiver.url}/${path}`,
  }))
  answers({
    'GET /v1/call_events_fail/': [200, pageOf([call])],
    'GET /v1/transcription_events_fail/': [200, pageOf([aiEvent])],
  })
  await page.goto(`/companies/${encodeURIComponent(company)}`)
  await page.getByRole('button', { name: 'Replay all 2 events of 2 receivers' }).click()
  await expect(
    page.getByRole('heading', { name: '1 call and 1 AI event will be sent to 2 receivers' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(outcome(page, 'Draft discarded, nothing was sent')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Discard|Copy message)$/ })).toHaveCount(0)
})
