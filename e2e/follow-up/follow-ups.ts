import { type Browser, expect, type Page } from '@playwright/test'
import { addDays } from '../../contract/time/calendar-date.ts'
import { today } from '../overview-page.ts'
import { openSession } from '../support/open-session.ts'
import { type OtherService, pageOf } from '../support/other-service.ts'

export const HOOK = 'hooks.acme.example/calls'
const LIST = 'GET /v1/call_events_fail/'

/** A failed call of Acme, as a foreign service lists it. */
export function failedCall(id: number, failed_at: string, name = 'Acme', hook = HOOK) {
  return {
    ...{ id, failed_at, callback_url: `https://${hook}`, event: 'call_termination' },
    attempts: [{ at: failed_at, status: 503, error: null, duration_ms: 12 }],
    request_json: { call_id: id, company: { name, reference: name.toLowerCase() } },
  }
}

export const YESTERDAY = `${addDays(today(), -1)}T10:00:00+02:00`
export const EARLIER = failedCall(1, YESTERDAY)
const NAMES = ['Umhlanga Pre-Owned', 'Garden Route 4x4', 'Blouberg Auto', 'Kwela Bakkies']
/** Four receivers with long addresses and causes: the first has failed most often. */
export const OF_RECEIVERS = NAMES.flatMap((name, index) =>
  Array.from({ length: 40 - index }, (_, call) => {
    const hook = `hooks.${name.toLowerCase().replaceAll(' ', '-')}.example/webhooks/call-tracking`
    const error = call === 0 ? 'Connection refused' : 'getaddrinfo ENOTFOUND hooks.example'
    const attempts = [{ at: YESTERDAY, status: null, error, duration_ms: 12 }]
    return { ...failedCall(100 * index + call, YESTERDAY, name, hook), attempts }
  }),
)

export function listed(service: OtherService, ...events: object[]) {
  service.answers({
    [LIST]: ({ query }) => [
      200,
      pageOf(
        events.filter(event => {
          const day = String(Object(event).failed_at).slice(0, 10)
          return day >= (query.get('from_date') ?? '') && day < (query.get('to_date') ?? '9999')
        }),
      ),
    ],
  })
}

export async function colleagueOf(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([await openSession(url, token, 'Sipho')])
  return context.newPage()
}

/** Takes the receiver in the menu of its only row, which lists what nobody has taken, and adds a note there. */
export async function keepOpenWithoutRow(page: Page, hook: string): Promise<void> {
  await page.getByRole('button', { name: `Follow-up of ${hook}` }).click()
  const menu = page.getByRole('dialog', { name: 'Follow-up' })
  const rows = page.waitForResponse(answer => answer.url().includes('follow_up=untaken'))
  await menu.getByRole('button', { name: 'Take' }).click()
  await (await rows).finished()
  await menu.getByRole('textbox', { name: 'Note' }).fill('They call back')
  await menu.getByRole('button', { name: 'Save' }).click()
  await expect(menu.getByRole('list', { name: 'Notes' })).toContainText('They call back')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /follow-up of/ })).toHaveCount(0)
}
