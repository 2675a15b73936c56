// Long: each test starts a server with another build.
import { answer, startUpstream } from '../server/testing/peers/test-upstream.ts'
import { copyTemplate } from '../server/testing/postgres.ts'
import { failedCalls } from './support/listing-service.ts'
import { openSession } from './support/open-session.ts'
import { pageOf } from './support/other-service.ts'
import { postgresOfTheRun } from './support/postgres-of-the-run.ts'
import { test as base, expect } from './support/redial.ts'
import { renamedBuild } from './support/renamed-build.ts'
import { startTestApp } from './support/start-test-app.ts'

type Deployed = {
  url: string
  /**
   * Replaces the dashboard with a version whose files have other names.
   *
   * @param meanwhile called while neither version answers
   */
  deploy(meanwhile?: () => Promise<void>): Promise<void>
}

const test = base.extend<{ deployed: Deployed }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  deployed: async ({}, use) => {
    // Before the server runs, which sheds load while its process is blocked.
    const build = renamedBuild()
    const upstream = await startUpstream(({ url }, response) => {
      const isCalls = (url ?? '').startsWith('/v1/call_events_fail/')
      answer(response, 200, pageOf(isCalls ? failedCalls(9) : []))
    })
    const settings = { UPSTREAM_URL: upstream.url, SESSION_SECRET: 's'.repeat(64) }
    // Sessions are in the database, which both versions use.
    const database = await copyTemplate(postgresOfTheRun())
    const databaseUrl = database.url
    let app = await startTestApp(settings, { databaseUrl })
    const { url } = app
    await use({
      url,
      async deploy(meanwhile) {
        await app.close()
        await meanwhile?.()
        const PORT = new URL(url).port
        app = await startTestApp(
          { ...settings, PORT },
          {
            dashboardFolder: build.folder,
            databaseUrl,
          },
        )
      },
    })
    await app.close()
    await database.drop()
    await upstream.close()
    build.remove()
  },
  baseURL: async ({ deployed }, use) => use(deployed.url),
})

test.beforeEach(async ({ context, deployed }) => {
  await context.addCookies([await openSession(deployed.url, 'any-token')])
})

test('after a new deployment the page reloads once', async ({ page, deployed }) => {
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  // The last part of the list that loads.
  await expect(page.getByRole('button', { name: 'Still missing 9' })).toBeVisible()
  let loads = 0
  page.on('load', () => loads++)
  await deployed.deploy()
  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  await expect(page.getByText('No replays yet')).toBeVisible()
  await page.getByRole('link', { name: 'Receivers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receivers' })).toBeVisible()
  expect(loads).toBe(1)
})

test('after a new deployment a selection stays until a reload', async ({ page, deployed }) => {
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await page
    .getByRole('checkbox', { name: /^Select call/ })
    .nth(1)
    .check()
  const selected = page.getByRole('region', { name: 'Selected events' })
  await expect(selected).toContainText('1 selected')
  await expect(page.getByRole('button', { name: 'Still missing 9' })).toBeVisible()
  await deployed.deploy()
  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'Redial has a new version' })
  await expect(problem).toContainText('Reloading discards what you typed or selected.')
  await page.goBack()
  await expect(selected).toContainText('1 selected')
  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  await problem.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByText('No replays yet')).toBeVisible()
})

test('after a new deployment entered numbers stay in their form', async ({ page, deployed }) => {
  await page.goto('/blocklist')
  await page.getByRole('button', { name: 'Block numbers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block numbers' })
  await dialog.getByLabel(/^Paste a list/).fill('082 555 0201')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await deployed.deploy()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Redial has a new version')
  await page.getByRole('link', { name: 'Blocklist' }).click()
  await page.getByRole('button', { name: 'Block numbers' }).click()
  await expect(dialog.getByLabel('Number 1')).toHaveValue('082 555 0201')
})

test('data that failed to load loads once the server is back', async ({ page, deployed }) => {
  await page.goto('/settings')
  await expect(page.getByText('No receiver is set for any tracking number')).toBeVisible()
  await page.getByRole('link', { name: 'Replays', exact: true }).click()
  await expect(page.getByText('No replays yet')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText('No receiver is set for any tracking number')).toBeVisible()
  await deployed.deploy(async () => {
    await page.getByRole('link', { name: 'Replays', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('No connection')
  })
  await expect(page.getByText('No replays yet')).toBeVisible()
})
