import type { Page } from '@playwright/test'
import { paintAfter, watchPaints } from './dashboard/paints.ts'
import { withFilledDashboard } from './dashboard/with-filled-dashboard.ts'
import { type Findings, type Measurement, percentile } from './measurement.ts'

const EVENTS = 50_000
const LIMIT_MS = 100
const NODES_LIMIT = 3000
const ROUNDS = 6
const TYPED = ['0825550042', 'dealer 17', 'hooks3 404', 'session-4829', 'jhb']

const IS_UP_TO_DATE = `(document.querySelector('table')?.ariaBusy ?? 'false') === 'false'`

/**
 * Measures 50,000 failed calls in the browser: how long each keystroke in the search, each sort and each
 * grouping takes until its result is painted, and how many nodes the table has.
 */
export function grouping(say: (sentence: string) => void): Promise<Findings> {
  return withFilledDashboard(EVENTS, say, async ({ page, address }) => {
    say(`reading ${EVENTS.toLocaleString('en')} events in the browser`)
    const begun = performance.now()
    await page.goto(address('&view=all'))
    await page.getByText('50,000 failed calls loaded at').first().waitFor({ timeout: 600_000 })
    const readIn = (performance.now() - begun) / 1000
    await watchPaints(page)
    say('typing')
    const keys = await typeAll(page)
    say('sorting')
    const sorts = await sortAll(page)
    await page.mouse.wheel(0, 200_000)
    const nodes = await page.locator('table').evaluate(table => table.querySelectorAll('*').length)
    await page.mouse.wheel(0, -400_000)
    say('grouping')
    const groupings = await groupAll(page)
    const groupKeys = await typeAll(page)

    return {
      measurements: [
        line('Keystroke in the search of 50,000 events, until painted', keys),
        line('Sort of 50,000 events, until painted', sorts),
        line('Grouping of 50,000 events, until painted', groupings),
        line('Keystroke that regroups 50,000 events, until painted', groupKeys),
        {
          what: 'Nodes of the table of 50,000 events',
          measured: String(nodes),
          limit: `under ${NODES_LIMIT}`,
          reached: nodes < NODES_LIMIT,
        },
      ],
      notes: [`read in ${readIn.toFixed(0)} s, 100 at a time`],
    }
  })
}

/** Each text letter by letter, and away again. */
async function typeAll(page: Page): Promise<number[]> {
  const field = page.getByRole('searchbox')
  const samples: number[] = []
  await field.focus()
  for (const text of TYPED) {
    const keys = [...text, ...Array<string>(text.length).fill('Backspace')]
    for (const key of keys) {
      samples.push(await paintAfter(page, () => page.keyboard.press(key), IS_UP_TO_DATE))
    }
    // The URL follows when the typing pauses, which is not part of the keystroke.
    await page.waitForTimeout(500)
  }
  return samples
}

async function sortAll(page: Page): Promise<number[]> {
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const column of ['company', 'caller', 'cause', 'receiver', 'failed_at']) {
      const head = page.locator(`th[data-column="${column}"]`)
      const before = await head.getAttribute('aria-sort')
      const isSorted = `document.querySelector('th[data-column="${column}"]').ariaSort !== '${before}' && ${IS_UP_TO_DATE}`
      samples.push(await paintAfter(page, () => head.getByRole('button').click(), isSorted))
    }
  }
  return samples
}

async function groupAll(page: Page): Promise<number[]> {
  const press = (name: string, label: string) =>
    paintAfter(
      page,
      () => page.getByRole('button', { name }).click(),
      `document.querySelector('table')?.ariaLabel === '${label}' && ${IS_UP_TO_DATE}`,
    )
  const samples: number[] = []
  for (let round = 0; round < 2 * ROUNDS; round++) {
    await press('List', 'Failed calls')
    samples.push(await press('Grouped', 'Groups of failures'))
  }
  return samples
}

function line(what: string, samples: number[]): Measurement {
  const worst = Math.max(...samples)
  return {
    what,
    measured: `${worst.toFixed(0)} ms at worst of ${samples.length}, nine in ten within ${percentile(samples, 90).toFixed(0)} ms`,
    limit: `each under ${LIMIT_MS} ms`,
    reached: worst < LIMIT_MS,
  }
}
