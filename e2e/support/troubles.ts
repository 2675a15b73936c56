import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { aMomentLater } from '../../server/testing/eventually.ts'
import { answer, type UpstreamHandler } from '../../server/testing/peers/test-upstream.ts'
import { type OtherService, pageOf } from './other-service.ts'

export const DAYS = 'from=2026-11-20&to=2026-11-21'
export const EVENTS = pageOf([
  { id: 7, request_json: { call_id: 7, company: { name: 'Acme Cars' } } },
])
export const LONG = JSON.stringify(pageOf([{ id: 7, request_json: { text: 'x'.repeat(5_000) } }]))

/** A problem, and how the page explains it. */
type Trouble = [what: string, behave: UpstreamHandler, title: string, words: string]

export const TROUBLES: Trouble[] = [
  [
    'an answer that breaks off',
    (_, response) => {
      response.writeHead(200, { 'content-length': LONG.length })
      response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
    },
    'The answer was cut off',
    'The answer was incomplete or damaged',
  ],
  [
    'an answer in chunks that breaks off',
    (_, response) => {
      response.writeHead(200)
      response.write(LONG.slice(0, 3_000), () => aMomentLater(() => response.destroy()))
    },
    'The answer was cut off',
    'The answer was incomplete or damaged',
  ],
  [
    'half an answer that calls itself whole',
    (_, response) => answer(response, 200, LONG.slice(0, 3_000)),
    'The answer was cut off',
    'The answer was incomplete or damaged',
  ],
  [
    'an answer that is packed badly',
    (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(Buffer.concat([gzipSync(LONG).subarray(0, 30), Buffer.alloc(500, 'x')]))
    },
    'The service could not answer',
    'could not be unpacked',
  ],
  [
    'a hang-up',
    (_, response) => void response.destroy(),
    'The service could not answer',
    'closed the connection',
  ],
  [
    'a web page',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Down for repairs</title>')
    },
    'The service could not answer',
    'a web page (“Down for repairs”) instead of data',
  ],
]

export const list = (page: Page) => page.getByRole('row').filter({ hasText: 'Acme Cars' })

/** Opens the list with each of these answers, and again after the service has recovered. */
export async function expectTroublesExplained(
  page: Page,
  otherService: OtherService,
  troubles: Trouble[],
): Promise<void> {
  await page.clock.install()
  const alert = page.getByRole('alert')
  for (const [what, behave, title, words] of troubles) {
    await test.step(what, async () => {
      otherService.behave(behave)
      await page.goto(`/failed-calls?${DAYS}`)
      // The pauses between the attempts have ended.
      const tryOn = async () => {
        await page.clock.runFor(1_000)
        return alert.count()
      }
      await expect.poll(tryOn, { intervals: [50] }).toBe(1)
      await expect(alert).toContainText(title)
      await expect(alert).toContainText(words)
      await expect(page.getByText(/no failed calls/i)).toHaveCount(0)
      otherService.answers({ 'GET /v1/call_events_fail/': [200, EVENTS] })
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await expect(list(page)).toBeVisible()
      await expect(alert).toHaveCount(0)
    })
  }
}
