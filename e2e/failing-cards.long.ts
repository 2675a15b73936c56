// Long: waits until the page has tried failing requests again.
import { card, toDo } from './overview-page.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expect, onDemo } from './support/redial.ts'
import { type SlowLine, startSlowLine } from './support/slow-line.ts'

const COMPANY = 'Acme Cars Sandton'
const COMPANY_PAGE = `/companies/${encodeURIComponent(COMPANY)}`
const MISSING = 'Still missing, by receiver'
const EVENTS = 'All events of these days'

/** Starts a line to the server. Some of its requests fail or wait until it is opened. */
type Line = (held: Parameters<typeof startSlowLine>[1]) => Promise<SlowLine>

const test = onDemo.extend<{ startLine: Line }>({
  startLine: async ({ redial }, use) => {
    const lines: SlowLine[] = []
    await use(async held => {
      const line = await startSlowLine(redial.url, held)
      lines.push(line)
      return line
    })
    for (const line of lines) await line.close()
  },
})

for (const [what, fails, name] of [
  ['replays', /^\/gateway\/replays\?/, 'Running replays'],
  ['waiting replays', /^\/gateway\/orders/, 'Still missing from the last 7 days'],
  ['follow-ups', /^\/gateway\/follow-ups/, 'Still missing from the last 7 days'],
  ['states of receivers', /^\/gateway\/receivers\/all/, 'Still missing from the last 7 days'],
] as const) {
  test(`Overview says that it could not load the ${what}`, async ({ page, startLine }) => {
    const line = await startLine({ fails, status: 502 })
    // The document of Overview would hold the answers.
    await page.goto(`${line.url}/settings`)
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(card(page, name).getByRole('alert')).toContainText('could not answer')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(toDo(page).getByRole('listitem').first()).toBeVisible()
    await expect(card(page, 'The last 30 days')).toBeVisible()
    await expectAccessible(page)
    line.open()
    await card(page, name).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

for (const [what, fails, name] of [
  ['latest events', /^\/gateway\/events\?list=transcription/, EVENTS],
  ['replays', /^\/gateway\/replays\?/, 'Replays'],
  ['blocklist', /^\/v1\/blocklist/, 'Blocked numbers'],
] as const) {
  test(`the page of a company says that it could not load the ${what}`, async ({
    page,
    startLine,
  }) => {
    const line = await startLine({ fails, status: 502 })
    await page.goto(`${line.url}${COMPANY_PAGE}`)
    await expect(card(page, name).getByRole('alert')).toContainText('could not answer')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(card(page, MISSING).getByRole('listitem').first()).toBeVisible()
    await expect(card(page, 'Follow-up').getByRole('button', { name: 'Save' })).toBeVisible()
    await expectAccessible(page)
    line.open()
    await card(page, name).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

test('a blocklist that has to wait says so on the page of a company', async ({
  page,
  startLine,
}) => {
  const line = await startLine({ fails: /^\/v1\/blocklist/, status: 429 })
  await page.goto(`${line.url}${COMPANY_PAGE}`)
  await expect(card(page, 'Blocked numbers')).toContainText('asks us to wait 60 seconds')
})

for (const [what, files, name, text] of [
  ['latest events', /^\/gateway\/events\?list=transcription/, EVENTS, 'Loading the latest events'],
  ['replays', /^\/gateway\/replays\?/, 'Replays', 'Loading the replays'],
] as const) {
  test(`the page of a company does not wait for ${what} that never come`, async ({
    page,
    startLine,
  }) => {
    const line = await startLine({ files })
    await page.goto(`${line.url}${COMPANY_PAGE}`)
    await expect(card(page, name)).toContainText(text)
    await expect(card(page, 'Follow-up').getByRole('button', { name: 'Save' })).toBeVisible()
  })
}

test('while other days load, what is below has no numbers of the days before', async ({
  page,
  startLine,
}) => {
  // Only requests for other days have an end: the document holds the answers to the first ones.
  const line = await startLine({ files: /^\/gateway\/events\/(reading|groups)\?/ })
  await page.goto(`${line.url}${COMPANY_PAGE}`)
  await expect(card(page, EVENTS)).toBeVisible()
  await page.clock.install()
  await page.getByRole('button', { name: 'Since yesterday' }).click()
  await expect(page.getByRole('button', { name: 'Since yesterday', pressed: true })).toBeVisible()
  await expect(card(page, EVENTS)).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect(card(page, MISSING)).toBeVisible()
  await expect(card(page, EVENTS)).toHaveCount(0)
  line.open()
  await expect(card(page, EVENTS)).toBeVisible()
})
