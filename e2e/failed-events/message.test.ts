import { boxOf } from '../support/box-of.ts'
import { downloaded } from '../support/downloaded.ts'
import { AXE, expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, failedCalls, test } from '../support/listing-service.ts'
import { copied, copyMessage, panelOf } from './message-panel.ts'
import { events } from './range-view.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const RECEIVER = 'hooks.example/acme'
const DAY = '/failed-calls?from=2026-11-21&to=2026-11-21'
const CALLS = [
  failedCall(4, { company: 'Van Wyk', at: '12:00' }),
  failedCall(3, { at: '11:00' }),
  failedCall(2, { at: '10:00' }),
  failedCall(1, { at: '09:00' }),
]

test('two clicks copy the message about a filtered list', AXE, async ({ page, service }) => {
  service.list(CALLS)
  await page.goto(`${DAY}&company=Acme+Cars`)
  await expect(events(page).getByRole('row')).toHaveCount(4)
  await copyMessage(page, page)
  expect(await copied(page)).toMatch(
    /the details of 3 calls to your system .*Company: Acme Cars\n/s,
  )
  await expect(panelOf(page)).toContainText('Acme Cars: 3 calls not delivered, 21 November 2026')
  await expect(panelOf(page).getByRole('link', { name: 'Mail' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=Acme%20Cars%3A%203%20calls%20not%20delivered/,
  )
  await expectAccessible(page)
})

test('two clicks copy the message of a selection, also on a phone', async ({ page, service }) => {
  service.list(CALLS)
  await page.goto(DAY)
  for (const call of ['11:00:00', '09:00:00']) {
    await events(page).getByRole('row').filter({ hasText: call }).getByRole('checkbox').click()
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await copyMessage(page, page.getByRole('region', { name: 'Selected events' }))
    const text = await copied(page)
    expect(text).toContain('the details of 2 calls to your system')
    expect(text).toMatch(/call 7001\n.*call 7003\n/)
    await page.keyboard.press('Escape')
  }
})

test('two clicks copy the message to the operator of a receiver', async ({ page, service }) => {
  service.list(CALLS)
  await page.goto(DAY)
  await expect(events(page).getByRole('row')).toHaveCount(5)
  await page.goto('/receivers')
  await page.getByRole('table').getByRole('link', { name: RECEIVER }).click()
  await copyMessage(page, page.getByRole('dialog', { name: RECEIVER }))
  expect(await copied(page)).toMatch(/Technical details\nRequest: POST/)
})

test('a message too long for a link is mailed with a file', async ({ page, service }) => {
  service.list(failedCalls(12))
  await page.goto(`${DAY}&company=Acme+Cars`)
  await page.getByRole('button', { name: 'Copy message' }).click()
  const { name, text } = await downloaded(
    panelOf(page).getByRole('button', { name: 'Save as a file' }),
  )
  expect(name).toBe('Acme-Cars-12-calls-not-delivered-21-November-2026.txt')
  expect(text.match(/^- (Call started|Delivery failed)/gm)).toHaveLength(12)
  const link = await panelOf(page).getByRole('link', { name: 'Mail' }).getAttribute('href')
  expect(decodeURIComponent(link ?? '')).toMatch(
    /Company: Acme Cars\n.*What happened\n.*The details of 12 calls are in the attached file\./s,
  )
  expect(link?.length).toBeLessThanOrEqual(2_000)
})

test('the buttons of a message stay where they are', async ({ page, service }) => {
  service.list(CALLS.slice(1))
  await page.goto(`${DAY}&company=Acme+Cars&view=groups&by=receiver`)
  await page.getByRole('row').getByRole('button', { name: 'Copy message' }).click()
  const copy = panelOf(page).getByRole('button', { name: 'Copy', exact: true })
  await expect(copy).toBeEnabled()
  const before = await boxOf(copy)
  await copy.click()
  await expect(panelOf(page)).toContainText('Has the customer been informed?')
  expect(await boxOf(copy)).toEqual(before)
})

test('the informed mark says what the customer was told', async ({ page, service }) => {
  service.list(CALLS.slice(1))
  await page.goto(`${DAY}&company=Acme+Cars&view=groups&by=receiver`)
  const group = page.getByRole('row').filter({ hasText: RECEIVER })
  await copyMessage(page, group)
  await panelOf(page).getByRole('button', { name: 'Mark as informed' }).click()
  await expect(group).toContainText(
    /Customer informed .* \(3 calls not delivered, 21 November 2026\)/,
  )
})
