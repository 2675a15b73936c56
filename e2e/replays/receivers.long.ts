// Long: receivers are set, tested, named on every page and replayed to.
import type { Page } from '@playwright/test'
import { formatPhoneNumber } from '../../contract/text/phone-number.ts'
import { addDays } from '../../contract/time/calendar-date.ts'
import { startReceiver } from '../../server/testing/peers/test-receiver.ts'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'
import { today } from '../overview-page.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { openSession } from '../support/open-session.ts'
import { pageOf, startOtherService } from '../support/other-service.ts'
import { expect, testOn } from '../support/redial.ts'
import { expectReplay, makeReplay } from '../support/replay-by-request.ts'

/** The tracking number of the one failed call that the service lists. */
const NUMBER = '27215550100'

/** In front of a service whose events name no receiver, with a receiver for them. */
const test = testOn(async () => {
  const good = await startReceiver()
  const service = await startOtherService({ receivers: [good] })
  service.behave(({ url, headers }, response) => {
    const token = headers.authorization ?? ''
    // Accounts don't see each other's replays, so each has its own event.
    const event = {
      id: `event of ${token.slice(-4)}`,
      event: 'call_termination',
      request_json: {
        call_id: 1,
        tracking_number: NUMBER,
        company: { name: 'Acme Cars', reference: 'acme-cars' },
      },
    }
    const listed = url?.startsWith('/v1/call_events_fail/') ? [event] : []
    answer(response, 200, pageOf(listed))
  })
  const close = async () => {
    await Promise.all([service.close(), good.close()])
  }
  return { ...service, good, close }
})

let accounts = 1000

// Each test has an account of its own, without receiver settings.
test.beforeEach(async ({ context, service: { good, url } }) => {
  good.behave(200)
  good.requests.length = 0
  accounts += 1
  await context.addCookies([await openSession(url, `token-${accounts}`)])
})

const form = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    number: dialog.getByLabel('Tracking number'),
    url: dialog.getByLabel('URL'),
    save: () => dialog.getByRole('button', { name: 'Save receiver' }).click(),
  }
}

const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })

async function setReceiver(page: Page, number: string, url: string): Promise<void> {
  const saved = await page.request.put(`/gateway/receivers/${number}`, {
    headers: FROM_DASHBOARD,
    data: { url },
  })
  expect(saved.ok()).toBe(true)
}

test('a receiver is set, changed, removed and restored', async ({ page, service: { good } }) => {
  test.slow()
  await page.goto('/settings')
  await expect(page.getByText('No receiver is set for any tracking number')).toBeVisible()
  await page.getByRole('button', { name: 'Set a receiver' }).click()
  const { dialog, number, url, save } = form(page)
  await save()
  await expect(number).toHaveAccessibleDescription(/Enter the tracking number/)
  await expect(url).toHaveAccessibleDescription(/Enter the URL/)
  await expectAccessible(page)

  await number.fill('+27 21 555 0133')
  // The form refuses one of them itself, and the gateway the other one.
  for (const [text, problem] of [
    ['http://acme.example/', /must begin with https/],
    ['https://localhost/', /means this machine itself/],
  ] as const) {
    await url.fill(text)
    await save()
    await expect(url).toHaveAccessibleDescription(problem)
    await expect(url).toBeFocused()
    await expect(url).toHaveValue(text)
    await expect(number).toHaveValue('+27 21 555 0133')
  }

  await url.fill(good.url)
  await save()
  await expect(dialog).toBeHidden()
  const row = rowOf(page, '+27 21 555 0133')
  await expect(row).toContainText(good.exception)
  await expect(row).toContainText('by Thandi')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await row.getByRole('link', { name: 'Change the receiver of +27 21 555 0133' }).click()
  await expect(page).toHaveURL(/set=27215550133/)
  await expect(dialog).toContainText('Change the receiver')
  await expect(url).toHaveValue(good.url)
  await url.fill(`https://${good.exception}/other`)
  await expect(dialog).toContainText(`They currently go to ${good.url}`)
  await save()
  await expect(row).toContainText('/other')

  await row.getByRole('button', { name: 'Remove the receiver of +27 21 555 0133' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('No receiver is set for any tracking number')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Receivers of tracking numbers' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('/other')
  await page.reload()
  await expect(row).toContainText('/other')
})

test('an event without a receiver leads to its setting', async ({ page, service: { good } }) => {
  await page.goto('/failed-calls')
  const event = page.getByRole('row').filter({ hasText: 'Acme Cars' })
  await event.getByRole('button', { name: 'Replay' }).click()
  // Skipped is an outcome of the replay, not a state of the event.
  await expect(event).toContainText('Still missing Skipped: ')
  await expect(event).toContainText('in Settings')
  await event.getByRole('link', { name: 'Acme Cars' }).click()
  await expect(page.getByRole('dialog')).toContainText('Receiver unknown · Set its receiver')
  await page.keyboard.press('Escape')

  // The draft run of all events also leads there, by the number without a receiver.
  await event.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Replay selected…' }).click()
  await expect(page.getByText('Nothing to send')).toBeVisible()
  const toSet = page.getByRole('link', { name: `Set the receiver of ${formatPhoneNumber(NUMBER)}` })
  await expect(toSet).toHaveAttribute('href', `/settings?set=${NUMBER}`)
  const item = page.getByRole('table', { name: 'Events of this replay' }).getByRole('row').last()
  await expect(item).toContainText(`Acme Cars${formatPhoneNumber(NUMBER)}`)
  await item.getByRole('link', { name: 'Set receiver' }).click()
  const { number, url, save } = form(page)
  await expect(number).toHaveValue(formatPhoneNumber(NUMBER))
  await expect(url).toBeFocused()
  await url.fill(good.url)
  await save()
  await expect(rowOf(page, formatPhoneNumber(NUMBER))).toContainText(good.exception)

  await page.goto('/failed-calls')
  await expect(event).toContainText(`${good.exception}/hook · set in Settings`)
  await event.getByRole('button', { name: 'Replay' }).click()
  await expect(event).toContainText('Delivered')
  expect(good.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test.describe('a receiver is tested without sending it anything', () => {
  test('at the URL that is set', async ({ page, service: { good } }) => {
    await setReceiver(page, NUMBER, good.url)
    await page.goto('/settings')
    await rowOf(page, formatPhoneNumber(NUMBER)).getByRole('link', { name: good.exception }).click()
    await page.getByRole('button', { name: /^Test receiver/ }).click()
    await expect(page.getByRole('dialog')).toContainText('It answered in')
    expect(good.requests.map(({ method, path }) => [method, path])).toEqual([['HEAD', '/hook']])
  })

  test('before a run starts', async ({ page, service: { good } }) => {
    await setReceiver(page, NUMBER, good.url)
    const id = await makeReplay(page, addDays(today(), -1), { to_date: addDays(today(), 1) })
    await expectReplay(page, id, { state: 'ready' })
    await page.goto(`/replays/${id}`)
    await page.getByRole('button', { name: `Test receiver ${good.exception}` }).click()
    await expect(page.getByRole('table', { name: 'Receivers' })).toContainText('It answered in')
    expect(good.requests.map(({ method }) => method)).toEqual(['HEAD'])

    // The receiver's details open over the run, which stays.
    await page.getByRole('link', { name: `${good.exception}/hook` }).click()
    await expect(page.getByRole('dialog')).toContainText('Replays to this receiver')
    await expect(page).toHaveURL(new RegExp(`/replays/${id}\\?receiver=`))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/replays/${id}$`))
  })
})
