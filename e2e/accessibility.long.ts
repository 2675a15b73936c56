// Long: axe examines states of pages in two colour schemes. each-page.long.ts examines the pages themselves.
import type { Page } from '@playwright/test'
import { blockNumbersForm } from './blocklist/block-numbers-form.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { openSession } from './support/open-session.ts'
import type { OtherService } from './support/other-service.ts'
import { expect, type Redial, test } from './support/redial.ts'

const PHONE = { width: 390, height: 844 }

/** Pages of the demo account. */
const DEMO: Record<string, (page: Page) => Promise<void>> = {
  'the overview on a phone, with its table': async page => {
    await page.setViewportSize(PHONE)
    await page.goto('/?days=table')
    await expect(page.getByRole('table', { name: 'Failures by day' })).toBeVisible()
  },
  'an open failed AI event': async page => {
    await page.goto('/failed-ai-events')
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  },
  'the account menu': async page => {
    await page.goto('/blocklist')
    await page.getByRole('button', { name: /^Account:/ }).click()
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  },
  'a company that blocks nothing': async page => {
    await page.goto('/blocklist?entity=nkosi-trucks')
    await expect(page.getByText('No numbers blocked for this company')).toBeVisible()
  },
  'the form with its suggestions': async page => {
    await page.goto('/blocklist?context=company&add=true')
    // The form begins with the company on screen.
    await blockNumbersForm(page).name.clear()
    await blockNumbersForm(page).name.pressSequentially('auto')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  'the unblock dialog': async page => {
    await page.goto('/blocklist?entity=acme-cars')
    await page
      .getByRole('button', { name: /^Unblock / })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'a page that is not there': async page => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  },
}

for (const [state, show] of Object.entries(DEMO)) {
  test(`${state}, light and dark`, async ({ page, redial }) => {
    await useDemo(page, redial)
    await show(page)
    await expectAccessible(page)
  })
}

test('Sign in, light and dark', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel('API token')).toBeVisible()
  await expectAccessible(page)
})

test('a refused token, light and dark', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('API token').fill('not-a-token')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('API token')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
})

test('the blocklist without permission, light and dark', async ({ page, redial }) => {
  await useDemo(page, redial, { blocklistPermission: false })
  await page.goto('/blocklist')
  await expect(page.getByRole('alert')).toContainText('BlocklistPermission')
  await expectAccessible(page)
})

test('the notification after blocking, light and dark', async ({ page, redial }) => {
  await useDemo(page, redial)
  await page.goto('/blocklist?entity=kwela-bakkies&add=true')
  const form = blockNumbersForm(page)
  await form.enter('27825552011')
  await form.submit()
  await expect(page.getByText('1 number blocked for Kwela Bakkies.')).toBeVisible()
  await expectAccessible(page)
})

/** Pages of a service that fails or lists nothing. */
const FAILED: [number, unknown] = [500, { detail: 'A server error occurred.' }]
const OTHER: Record<string, (page: Page, service: OtherService) => Promise<void>> = {
  'an empty blocklist': async (page, service) => {
    service.answers({})
    await page.goto(`${service.url}/blocklist`)
    await expect(page.getByRole('heading', { name: /^No numbers are blocked/ })).toBeVisible()
  },
  'a blocklist on its way': async (page, service) => {
    service.answers({})
    service.hold('GET /v1/blocklist/')
    await page.goto(`${service.url}/blocklist`)
    // The outline has the same text, but is hidden from screen readers, so nothing of it would be checked.
    await expect(page.locator('#outline')).toHaveCount(0)
    await expect(page.getByText('Loading the blocklist…')).toBeVisible()
  },
  'a blocklist that failed': async (page, service) => {
    service.answers({ 'GET /v1/blocklist/': FAILED })
    await page.goto(`${service.url}/blocklist`)
    await expect(page.getByRole('alert')).toContainText('The service could not answer')
  },
  'an overview of which nothing could be had': async (page, service) => {
    service.answers({
      'GET /v1/call_events_fail/': FAILED,
      'GET /v1/transcription_events_fail/': FAILED,
      'GET /v1/blocklist/': FAILED,
    })
    await page.goto(`${service.url}/`)
    await expect(page.getByRole('alert')).toHaveCount(3, { timeout: 30_000 })
  },
  'no failed calls': async (page, service) => {
    service.answers({})
    await page.goto(`${service.url}/failed-calls`)
    await expect(page.getByRole('heading', { name: /^No failed calls/ })).toBeVisible()
  },
  'failed calls that failed to load': async (page, service) => {
    service.answers({ 'GET /v1/call_events_fail/': FAILED })
    await page.goto(`${service.url}/failed-calls`)
    await expect(page.getByRole('alert')).toContainText('The service could not answer')
  },
}

for (const [state, show] of Object.entries(OTHER)) {
  test(`${state}, light and dark`, async ({ page, otherService }) => {
    await page.context().addCookies([otherService.session])
    await show(page, otherService)
    await expectAccessible(page)
    otherService.release()
  })
}

async function useDemo(
  page: Page,
  redial: Redial,
  settings?: Parameters<Redial['makeToken']>[0],
): Promise<void> {
  const { text } = await redial.makeToken(settings)
  await page.context().addCookies([await openSession(redial.url, text)])
}
