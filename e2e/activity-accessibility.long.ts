// Long: axe examines every state of the activity log in two colour schemes.
import { FROM_DASHBOARD, JSON_BODY } from '../server/testing/test-gateway.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { openSession } from './support/open-session.ts'
import { expect, test } from './support/redial.ts'

test.use({ demo: 'activity' })

const PHONE = { width: 390, height: 844 }

test('the activity log with an entry of many numbers, on a desk and on a phone, and with no entry', async ({
  page,
  redial,
}) => {
  const { text } = await redial.makeToken()
  const session = await openSession(redial.url, text)
  await page.context().addCookies([session])
  const numbers = Array.from({ length: 200 }, (_, index) => `2782555${4000 + index}`)
  await fetch(`${redial.url}/v1/blocklist/`, {
    method: 'POST',
    headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie: `${session.name}=${session.value}` },
    body: JSON.stringify({
      entity: { reference: 'acme-cars', name: 'Acme Cars' },
      entity_context_name: 'company',
      blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
    }),
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
