// Long: axe examines states of pages in two colour schemes. each-page.long.ts examines the pages themselves.
import type { Page } from '@playwright/test'
import { FROM_DASHBOARD } from '../server/testing/test-gateway.ts'
import { blockNumbersForm } from './blocklist/block-numbers-form.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expect, onDemo, test } from './support/redial.ts'

const PHONE = { width: 390, height: 844 }

/** Pages of the demo account. */
const DEMO: Record<string, (page: Page) => Promise<void>> = {
  'an open failed call, its raw answer and what a search found in it': async page => {
    await page.goto('/failed-calls?kind=Call')
    await page.getByRole('table').getByRole('link', { name: 'Acme Cars Sandton' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Response details').first().click()
    await drawer.getByRole('searchbox').fill('acme')
    await expect(drawer.getByText(/^\d+ found$/)).toBeVisible()
  },
  'the form that blocks numbers, with errors': async page => {
    await page.goto('/blocklist')
    const form = blockNumbersForm(page)
    await form.open()
    await form.enter('082 555', '27825552001')
    await form.submit()
    await expect(form.number(1)).toHaveAttribute('aria-invalid', 'true')
  },
  'an open failed AI event': async page => {
    await page.goto('/failed-ai-events')
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
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
  'a page that is not there': async page => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  },
}

for (const [state, show] of Object.entries(DEMO)) {
  onDemo(`${state}, light and dark`, async ({ page }) => {
    await show(page)
    await expectAccessible(page)
  })
}

test('Sign in and a refused token, light and dark', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel('API token')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('API token').fill('not-a-token')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('API token')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
})

test('no failed calls, light and dark', async ({ page, otherService }) => {
  await page.context().addCookies([otherService.session])
  otherService.answers({})
  await page.goto(`${otherService.url}/failed-calls`)
  await expect(page.getByRole('heading', { name: /^No failed calls/ })).toBeVisible()
  await expectAccessible(page)
})

onDemo.describe('a demo of its own', () => {
  onDemo.use({ demo: 'activity' })

  onDemo('the activity log with an entry of many numbers, and with no entry', async ({ page }) => {
    const numbers = Array.from({ length: 200 }, (_, index) => `2782555${4000 + index}`)
    await page.request.post('/v1/blocklist/', {
      headers: FROM_DASHBOARD,
      data: {
        entity: { reference: 'acme-cars', name: 'Acme Cars' },
        entity_context_name: 'company',
        blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
      },
    })
    await page.goto('/activity')
    await page.getByRole('button', { name: 'Show all 200' }).click()
    await expect(page.getByText('+27 82 555 4199')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectAccessible(page)
    await page.goto('/activity?from=2026-11-02&to=2026-11-01')
    await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible()
    await expectAccessible(page)
  })
})
