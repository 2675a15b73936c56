// Long: replays wait for as long as a busy service asks.
import type { ServerResponse } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { type HeldClock, heldClock } from '../../server/testing/held-clock.ts'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { holdBack } from '../support/hold-back.ts'
import { failedCall } from '../support/listing-service.ts'
import {
  pageOf,
  type ServiceWithReceiver,
  startServiceWithReceiver,
} from '../support/other-service.ts'
import { expect, testOn } from '../support/redial.ts'

type BusyService = ServiceWithReceiver & {
  /** The clock of Redial's pauses. */
  clock: HeldClock
  /** Lists a new failed call, and returns its company. */
  list(): string
  /** Refuses every request until `calmDown`, and asks for a pause. */
  getBusy(retryAfter: string): void
  calmDown(): void
}

const test = testOn(startBusyService)

test.beforeEach(({ service }) => {
  service.receiver.behave(200)
  service.receiver.requests.length = 0
})

const LIST = '/failed-calls?from=2026-11-21&to=2026-11-21'
const rowOf = (page: Page, company: string) => page.getByRole('row').filter({ hasText: company })
const replay = (of: Locator) => of.getByRole('button', { name: /^Replay/ })

test('a replay from a row says that the service asks to wait, and then continues', async ({
  page,
  service,
}) => {
  const company = service.list()
  await page.goto(LIST)
  const row = rowOf(page, company)
  await expect(row).toBeVisible()
  service.getBusy('8')
  await replay(row).click()
  await expect(row).toContainText(
    'Not sent yet. The service is busy and asks for a pause of 8 seconds.',
  )
  await expect(replay(row)).toHaveAttribute('aria-disabled', 'true')
  service.calmDown()
  expect(await service.clock.endWait()).toBe(8_000)
  await expect(row).toContainText('Delivered, answered 200')
  expect(service.receiver.requests).toHaveLength(1)
})

test('a row says whose replay was faster', async ({ page, browser, service }) => {
  const company = service.list()
  const context = await browser.newContext({ baseURL: service.url })
  await context.addCookies([service.session])
  const other = await context.newPage()
  await Promise.all([page, other].map(each => each.goto(LIST)))
  // Both know the states of their events, so that neither learns of the other's replay before its click.
  for (const each of [page, other]) {
    await expect(each.getByRole('button', { name: /^Still missing \d/ })).toBeVisible()
  }
  const rows = [page, other].map(each => rowOf(each, company))
  const answers = holdBack(service.receiver)
  await Promise.all(rows.map(row => replay(row).click()))
  const texts = async () => (await Promise.all(rows.map(row => row.innerText()))).join('\n')
  await expect.poll(texts).toMatch(/by a replay of Thandi(?!, started)/)
  expect(await texts()).not.toContain('Already changed')
  answers.open()
  for (const row of rows) await expect(row).toContainText('Delivered, answered 200')
  expect(service.receiver.requests).toHaveLength(1)
  await context.close()
})

/** Redial with a service that asks for pauses, and a receiver of its events. */
async function startBusyService(): Promise<BusyService> {
  const clock = heldClock()
  const service = await startServiceWithReceiver(clock)
  let made = 0
  let pause: string | null = null
  const refuse = (response: ServerResponse, retryAfter: string) => {
    response.setHeader('retry-after', retryAfter)
    answer(response, 429, { detail: 'Request was throttled.' })
  }
  const list = () => {
    const number = ++made
    const company = `Company ${number}.`
    const event = { ...failedCall(number, { company }), callback_url: service.receiver.url }
    pause = null
    service.behave((request, response) => {
      if (pause !== null) return refuse(response, pause)
      const isList = request.url?.startsWith('/v1/call_events_fail/')
      answer(response, 200, pageOf(isList ? [event] : []))
    })
    return company
  }
  const getBusy = (retryAfter: string) => {
    pause = retryAfter
  }
  const calmDown = () => {
    pause = null
  }
  return { ...service, clock, list, getBusy, calmDown }
}
