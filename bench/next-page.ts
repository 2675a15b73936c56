import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { paintAfter, processorClock, watchPaints } from './dashboard/paints.ts'
import { withFilledDashboard } from './dashboard/with-filled-dashboard.ts'
import { type Findings, medianUnder, percentile } from './measurement.ts'

const EVENTS = 20_000
const LIMIT_MS = 40
const ROUNDS = 40
const SIZE = 100
/** Long enough to prefetch the next page. */
const LOOKED_AT_MS = 700

/**
 * Measures the time from the click on Next until 100 new rows are painted: for a prefetched page, and for a
 * page that has to be requested, without the request itself. All hundred rows are in the document by
 * then. Rows that are not visible are laid out when a person scrolls to them.
 */
export function nextPage(say: (sentence: string) => void): Promise<Findings> {
  return withFilledDashboard(EVENTS, say, async ({ page, address }) => {
    await page.goto(address(`&size=${SIZE}`))
    await page.getByText(/failed calls, page 1 of/).waitFor()
    await watchPaints(page)
    say('turning pages that were fetched ahead')
    const clock = await processorClock(page)
    const before = await clock()
    const ahead = await turnFetchedAhead(page)
    const cost = (await clock()) - before
    say('turning pages that have to be asked for')
    const asked = await turnAskedFor(page)
    return {
      measurements: [
        medianUnder(
          LIMIT_MS,
          'Next at 100 rows, fetched ahead: click to the new rows painted',
          ahead.samples,
        ),
        {
          what: 'Pages fetched ahead that were there at the click',
          measured: `${ahead.there} of ${ROUNDS}`,
          limit: 'all',
          reached: ahead.there === ROUNDS,
        },
        medianUnder(
          LIMIT_MS,
          'Next at 100 rows, asked for: click to the new rows painted, less the request',
          asked,
        ),
      ],
      notes: [
        note('fetched ahead', ahead.samples),
        note('asked for', asked),
        `main thread, for a page turned and the next one fetched: ${(cost / ROUNDS).toFixed(0)} ms of processor time`,
      ],
    }
  })
}

/** `there` counts the pages that had come before they were asked for. */
type Turned = { samples: number[]; there: number }

async function turnFetchedAhead(page: Page): Promise<Turned> {
  const samples: number[] = []
  let there = 0
  for (let round = 0; round < ROUNDS; round++) {
    await setTimeout(LOOKED_AT_MS)
    const number = await pageNumber(page)
    samples.push(await turn(page, number + 1))
    const request = await requestOf(page, number + 1)
    if (request !== null && request.end <= request.clickedAt) there++
  }
  return { samples, there }
}

/** Next is pressed twice: again as soon as the rows are there, before the page after has come. */
async function turnAskedFor(page: Page): Promise<number[]> {
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const number = await pageNumber(page)
    const painted = await paintAfter(
      page,
      () => page.evaluate(pressTwice, isShown(number + 1)),
      isShown(number + 2),
    )
    const request = await requestOf(page, number + 2)
    if (request === null) throw new Error(`Page ${number + 2} was never asked for`)
    samples.push(painted - Math.max(0, request.end - Math.max(request.start, request.clickedAt)))
  }
  return samples
}

/** In the page. @param isShown a JavaScript expression: the rows of the first press are there */
function pressTwice(isShown: string): void {
  const test = new Function(`return ${isShown}`)
  const press = () => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(button => button.textContent === 'Next page')?.click()
  }
  const pressAgain = () => {
    if (test()) press()
    else requestAnimationFrame(pressAgain)
  }
  press()
  requestAnimationFrame(pressAgain)
}

function turn(page: Page, next: number): Promise<number> {
  return paintAfter(
    page,
    () =>
      page.evaluate(() => {
        const buttons = [...document.querySelectorAll('button')]
        buttons.find(button => button.textContent === 'Next page')?.click()
      }),
    isShown(next),
  )
}

/** All rows of the page, including those out of sight. */
function isShown(number: number): string {
  return `document.querySelector('table')?.ariaBusy === 'false' && document.querySelectorAll('tbody tr').length === ${SIZE} && document.body.textContent.includes('page ${number} of')`
}

async function pageNumber(page: Page): Promise<number> {
  const summary = await page.getByText(/failed calls, page \d+ of/).innerText()
  return Number(/page (\d+) of/.exec(summary)?.[1])
}

/** When the page was asked for and had come, and when it was last clicked, in the page's time. */
function requestOf(page: Page, number: number) {
  return page.evaluate(page => {
    const entry = performance
      .getEntriesByType('resource')
      .filter(one => one instanceof PerformanceResourceTiming)
      .findLast(one => {
        const url = new URL(one.name)
        const isList = url.pathname === '/v1/call_events_fail/'
        return isList && url.searchParams.get('page') === String(page)
      })
    const clickedAt = Number(document.documentElement.dataset.askedAt)
    return entry ? { start: entry.startTime, end: entry.responseEnd, clickedAt } : null
  }, number)
}

function note(what: string, samples: number[]): string {
  return `${what}: fastest ${Math.min(...samples).toFixed(0)} ms, nine in ten within ${percentile(samples, 90).toFixed(0)} ms, slowest ${Math.max(...samples).toFixed(0)} ms`
}
