import type { Page } from '@playwright/test'
import { PAGES } from '../pages.ts'
import type { OddAnswer } from './odd-answers.ts'
import type { OtherService } from './other-service.ts'
import { test as base, expect as expectSoon } from './redial.ts'

const DAYS = 'from=2026-11-21&to=2026-11-21'
const LIST = `/failed-calls?${DAYS}`

/** Every page, and further parts of the pages that show answers of the service. */
export const PATHS = [
  ...PAGES.map(({ path }) => path),
  LIST,
  `${LIST}&view=groups`,
  `${LIST}&view=all`,
  `${LIST}&event=7`,
  `/failed-ai-events?${DAYS}&page=3`,
]
/** The pages that show most of an answer. */
export const MAIN_PATHS = [LIST, '/blocklist']

/** Large and deep answers take a slow machine a while. */
const expect = expectSoon.configure({ timeout: 30_000 })

/**
 * Opens each page while the service answers every request with the next of these, over and over.
 * Each page has to have content.
 */
type ExpectContent = (paths: string[], what: string, answers: OddAnswer[]) => Promise<void>

/** A page in front of a service with odd answers. The test fails if the page has an error. */
export const test = base.extend<{ expectContent: ExpectContent }>({
  baseURL: async ({ otherService }, use) => use(otherService.url),

  expectContent: async ({ page, otherService }, use) => {
    const faults: Error[] = []
    page.on('pageerror', error => faults.push(error))
    page.on('dialog', dialog => {
      faults.push(new Error(`Markup ran: ${dialog.message()}`))
      void dialog.dismiss()
    })
    await page.context().addCookies([otherService.session])
    await use(async (paths, what, answers) => {
      answerWith(otherService, answers)
      for (const path of paths) {
        await base.step(`${path} with ${what}`, () => look(page, path))
      }
    })
    expect(faults).toEqual([])
  },
})

function answerWith(service: OtherService, answers: OddAnswer[]) {
  let count = 0
  service.behave((_request, response) => {
    const {
      status = 200,
      type = 'application/json',
      body,
    } = answers[count++ % answers.length] ?? { body: '' }
    response.writeHead(status, { 'content-type': type }).end(body)
  })
}

/** Opens a page and the first event that it lists. */
async function look(page: Page, path: string) {
  await page.goto(path)
  await expectContentOf(page)
  const first = page.locator('main a[id^="open-"]').first()
  if (path === LIST && (await first.isVisible())) {
    await first.click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  }
}

/** Expects a heading with content or an explained error, and never a crash. */
async function expectContentOf(page: Page) {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading').first()).toBeVisible()
  await expect(main.getByText(/^(Loading|Reading|Looking)/)).toHaveCount(0)
  await expect(main).toContainText(/\w+ \w+ \w+/)
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
}
