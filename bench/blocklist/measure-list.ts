import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openSession } from '../../e2e/support/open-session.ts'
import { paintAfter, watchPaints } from '../dashboard/paints.ts'
import { launchChromium } from '../launch-chromium.ts'
import { countNodes, installStopwatch, readStopwatch } from './stopwatch.ts'

/** How many of the numbers have a reason. */
export const NOTED = 2_000

export type ListMeasured = {
  /** From the click on Blocklist of the floor until the first numbers are painted. */
  floorMs: number
  /**
   * From the click on Blocklist until the first numbers are painted, and the request's share of it.
   */
  page: { paintedMs: number; requestMs: number }
  /** From the click on another company, whose numbers are loaded, until they are painted. */
  entityMs: number
  keystrokesMs: number[]
  /** From the click on a reason until the numbers with it are painted. */
  filterMs: number
  /** Elements and texts of the list, at most, wherever one has scrolled to. */
  nodes: number
}

const TYPED = '082 0012'
/** The browser reports nothing faster, so anything unreported took less than this. */
const QUICKEST_MS = 16

/**
 * Opens the blocklist, which begins with the company 'Many', in a browser that has never opened it.
 *
 * @param floor the address of the floor, on which the same is measured
 */
export async function measureList(
  url: string,
  token: string,
  floor: string,
): Promise<ListMeasured> {
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([await openSession(url, token)])
    const page = await context.newPage()
    await page.addInitScript(installStopwatch)

    await page.goto(`${floor}/failed-calls`)
    const floorMs = await openList(page, '27820000000')
    await page.goto(`${url}/settings`)
    const whole = await openList(page, '+27 82 000 0000')

    await page.getByRole('link', { name: /^Some/ }).click()
    await numbersOf(page, 'Some').waitFor()
    await page.getByRole('link', { name: /^Many/ }).click()
    await numbersOf(page, 'Many').waitFor()
    const entity = await page.evaluate(readStopwatch)

    const nodes = await nodesWhileScrolling(page)
    return {
      floorMs: floorMs.paintedMs,
      page: { paintedMs: whole.paintedMs, requestMs: whole.requestMs },
      entityMs: entity.paintedMs,
      keystrokesMs: await typeIntoFilter(page),
      filterMs: await filterAll(page),
      nodes,
    }
  } finally {
    await browser.close()
  }
}

async function openList(page: Page, first: string) {
  await page.getByRole('link', { name: 'Blocklist' }).waitFor()
  // Without the pointer, because the page of a link under it is prefetched.
  await page.getByRole('link', { name: 'Blocklist' }).press('Enter')
  await numbersOf(page, 'Many', first).waitFor({ timeout: 120_000 })
  return page.evaluate(readStopwatch)
}

/** Filters the numbers of all entities by a reason, from the click on it. */
async function filterAll(page: Page): Promise<number> {
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Reason', exact: true }).click()
  const spam = page.getByRole('list', { name: 'Reason' }).getByRole('button', { name: /^Spam/ })
  await spam.waitFor()
  await watchPaints(page)
  return paintAfter(
    page,
    () => spam.click(),
    `document.querySelector('table[aria-rowcount="${NOTED + 1}"]') !== null`,
  )
}

function numbersOf(page: Page, company: string, number = '+27 82 000 0000') {
  return page.getByRole('table', { name: `Numbers blocked for ${company}` }).getByText(number)
}

async function nodesWhileScrolling(page: Page): Promise<number> {
  const counts: number[] = []
  for (const part of [0, 0.3, 0.6, 1, 0]) {
    await page.evaluate(to => window.scrollTo(0, to * document.body.scrollHeight), part)
    await setTimeout(200)
    counts.push(await page.evaluate(countNodes))
  }
  return Math.max(...counts)
}

/** Types a number and deletes it again, key by key, as fast as a person does. */
async function typeIntoFilter(page: Page): Promise<number[]> {
  await page.getByRole('searchbox', { name: /^Find a number/ }).click()
  const keys = [...TYPED, ...Array.from(TYPED, () => 'Backspace')]
  const samples: number[] = []
  for (const key of keys) {
    await page.evaluate(() => window.stopwatch.keystrokes.splice(0))
    await page.keyboard.press(key)
    await setTimeout(150)
    const reported = await page.evaluate(() => window.stopwatch.keystrokes.splice(0))
    samples.push(Math.max(QUICKEST_MS, ...reported))
  }
  return samples
}
