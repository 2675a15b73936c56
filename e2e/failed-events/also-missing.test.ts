import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { failedCall } from '../support/listing-service.ts'
import { pageOf } from '../support/other-service.ts'
import { expect, onDemo, onOtherService } from '../support/redial.ts'

const COMPANY = 'Acme Cars Sandton'

onDemo('a list of one company says what the other list misses', AXE, async ({ page }) => {
  const today = dayOf(new Date(), 'Africa/Johannesburg')
  const days = `from=${addDays(today, -6)}&to=${today}`
  await page.goto(`/failed-calls?${days}&company=${encodeURIComponent(COMPANY)}`)
  const also = page.getByText(`${COMPANY} also misses`)
  const link = also.getByRole('link', { name: /^\d+ failed AI events$/ })
  const count = await link.innerText()
  await expect(also.getByRole('link', { name: 'its page' })).toHaveAttribute('href', /^\/companies/)
  await expectAccessible(page)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Failed AI events', level: 1 })).toBeVisible()
  await expect(page.getByText(`${Number.parseInt(count, 10)} of`).first()).toBeVisible()
  await expect(also.getByRole('link', { name: /^\d+ failed calls$/ })).toBeVisible()

  await page.getByRole('button', { name: /^Remove the filter Company/ }).click()
  await expect(page.getByText('also misses')).toHaveCount(0)
})

onOtherService('a replay says what else is missing', AXE, async ({ page, otherService }) => {
  const day = '2026-11-21'
  const calls = [failedCall(1, { day }), failedCall(2, { day, receiver: 'other' })]
  otherService.answers({
    'GET /v1/call_events_fail/': [200, pageOf(calls)],
    'GET /v1/transcription_events_fail/': [200, pageOf([failedCall(3, { day })])],
  })
  const receiver = encodeURIComponent('hooks.example/acme')
  await page.goto(`/failed-calls?from=${day}&to=${day}&receiver=${receiver}`)
  const also = page.getByText('This receiver also misses')
  await expect(also.getByRole('link', { name: '1 failed AI event' })).toBeVisible()
  await expect(also.getByRole('link', { name: 'its page' })).toHaveAttribute('href', /receiver=/)
  await page.getByRole('button', { name: /^Replay this/ }).click()
  await expect(page.getByRole('heading', { name: 'Replay of 1 failed call' })).toBeVisible()
  await expect(also.getByRole('link', { name: '1 failed AI event' })).toBeVisible()
  await expectAccessible(page)
})

onDemo('the controls of a filtered list take at most 170 of 900 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/failed-calls?company=${encodeURIComponent(COMPANY)}`)
  const table = page.getByRole('table', { name: 'Failed calls' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  expect(await table.evaluate(element => element.getBoundingClientRect().top)).toBeLessThanOrEqual(
    170,
  )
})
