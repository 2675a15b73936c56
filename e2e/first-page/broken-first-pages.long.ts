// Long: the first page loads once for each part of it that may be missing.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openSession } from '../support/open-session.ts'
import { expect, test } from '../support/redial.ts'
import { renamedBuild } from '../support/renamed-build.ts'
import { type SlowLine, startSlowLine } from '../support/slow-line.ts'
import { startTestApp } from '../support/start-test-app.ts'

/** Not the browser's cache: a page is opened as if it had never been seen before. */
test.use({ reuseContext: false })

const BEFORE_LIST = '<script type="application/json" id="first-answers"'
/** As text within JSON. */
const WITHIN_LIST = '\\"results'

for (const [how, from, end] of [
  ['whose connection breaks before its list is there', BEFORE_LIST, cut],
  ['whose connection breaks within its list', WITHIN_LIST, cut],
  [
    'that a person stops before its list is there',
    BEFORE_LIST,
    (_line: SlowLine, page: Page) => page.evaluate(() => window.stop()),
  ],
] as const) {
  test(`a page ${how} asks for it, once`, async ({ page, redial }) => {
    const line = await startSlowLine(redial.url, { documentsFrom: from })
    try {
      const lists: string[] = []
      page.on('request', request => {
        if (/events\/page\?.*&page=1&/.test(request.url())) lists.push(request.url())
      })
      const { text } = await redial.makeToken()
      await page.context().addCookies([await openSession(redial.url, text)])
      await page.goto(`${line.url}/failed-calls`, { waitUntil: 'commit' })
      // The page begins without its list.
      await expect(page.locator('#skeleton')).toHaveCount(0)
      expect(lists).toEqual([])
      await end(line, page)
      await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible()
      expect(lists).toHaveLength(1)
    } finally {
      await line.close()
    }
  })
}

for (const [name, isLost] of [
  ['scripts', () => true],
  ['framework', (file: string) => file.startsWith('framework-')],
] as const) {
  test(`a page whose ${name} can’t be loaded says so`, async ({ browser }) => {
    const build = renamedBuild()
    const app = await startTestApp({}, { dashboardFolder: build.folder })
    try {
      const assets = join(build.folder, 'assets')
      for (const file of readdirSync(assets).filter(isLost)) rmSync(join(assets, file))
      const context = await browser.newContext()
      const page = await context.newPage()
      await context.addCookies([await openSession(app.url, app.demoToken ?? '')])
      await page.goto(`${app.url}/failed-calls`)
      await expect(page.getByText('Redial could not be loaded.')).toBeVisible()
      await expect(page.locator('#skeleton')).toHaveCount(0)
      await context.close()
    } finally {
      await app.close()
      build.remove()
    }
  })
}

function cut(line: SlowLine): void {
  line.cut()
}
