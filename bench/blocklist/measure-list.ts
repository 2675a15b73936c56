import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { paintAfter, watchPaints } from '../dashboard/paints.ts'
import { withSignedInPage } from '../dashboard/with-signed-in-page.ts'

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

/**
 * Opens the blocklist, which begins with the company 'Many', in a browser that has never opened it.
 *
 * @param floor the address of the floor, on which the same is measured
 */
export function measureList(url: string, token: string, floor: string): Promise<ListMeasured> {
  return withSignedInPage(url, token, async page => {
    await page.goto(`${floor}/failed-calls`)
    const floorMs = await openList(page, '27820000000')
    await page.goto(`${url}/settings`)
    const paintedMs = await openList(page, '+27 82 000 0000')
    const requestMs = await page.evaluate(timeOfRequests)

    await page.getByRole('link', { name: /^Some/ }).click()
    await page.getByRole('table', { name: listOf('Some') }).waitFor()
    const many = page.getByRole('link', { name: /^Many/ })
    const entityMs = await paintAfter(page, () => many.click(), shows('+27 82 000 0000'))

    const nodes = await nodesWhileScrolling(page)
    const keystrokesMs = await typeIntoFilter(page)
    const filterMs = await filterAll(page)
    return { floorMs, page: { paintedMs, requestMs }, entityMs, keystrokesMs, filterMs, nodes }
  })
}

const listOf = (company: string) => `Numbers blocked for ${company}`

const LIST = `document.querySelector('table[aria-label="${listOf('Many')}"]')`

/** How many elements and texts it has. */
const NODES = `document.evaluate('count(descendant-or-self::node())', ${LIST}).numberValue`

/** Whether the list of the company 'Many' shows a number. */
const shows = (number: string) => `${LIST}?.textContent.includes('${number}')`

async function openList(page: Page, first: string): Promise<number> {
  const link = page.getByRole('link', { name: 'Blocklist' })
  await link.waitFor()
  await watchPaints(page)
  // Without the pointer, because the page of a link under it is prefetched.
  return paintAfter(page, () => link.press('Enter'), shows(first))
}

/** In the page: how long the requests for the list took since the click. */
function timeOfRequests(): number {
  const clickedAt = Number(document.documentElement.dataset.askedAt)
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.includes('/v1/blocklist/') && startTime >= clickedAt)
    .reduce((sum, { duration }) => sum + duration, 0)
}

/** Filters the numbers of all entities by a reason, from the click on it. */
async function filterAll(page: Page): Promise<number> {
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Reason', exact: true }).click()
  const spam = page.getByRole('list', { name: 'Reason' }).getByRole('button', { name: /^Spam/ })
  await spam.waitFor()
  return paintAfter(
    page,
    () => spam.click(),
    `document.querySelector('table[aria-rowcount="${NOTED + 1}"]') !== null`,
  )
}

async function nodesWhileScrolling(page: Page): Promise<number> {
  const counts: number[] = []
  for (const part of [0, 0.3, 0.6, 1, 0]) {
    await page.evaluate(to => window.scrollTo(0, to * document.body.scrollHeight), part)
    await setTimeout(200)
    counts.push(await page.evaluate(NODES))
  }
  return Math.max(...counts)
}

/** Types a number and deletes it again, key by key. */
async function typeIntoFilter(page: Page): Promise<number[]> {
  await page.getByRole('searchbox', { name: /^Find a number/ }).click()
  const keys = [...TYPED, ...Array.from(TYPED, () => 'Backspace')]
  const samples: number[] = []
  for (const key of keys) {
    samples.push(await paintAfter(page, () => page.keyboard.press(key), 'true'))
    await setTimeout(150)
  }
  return samples
}
