import type { Locator, Page } from '@playwright/test'
import { expect } from './redial-with-receivers.ts'

/** The time limit for a run, which is as slow as its receivers. */
export const LONG = { timeout: 60_000 }

/** The longest interval at which a run's page refreshes. */
const LONGEST_PAUSE_MS = 5_000

/** The failed call of this number, as `listFailures` counts them from the first that failed. */
export function rowOf(page: Page, number: number): Locator {
  return page.getByRole('row').filter({ hasText: `Company ${number}.` })
}

/** The row of a run's receiver, with why it is paused and what a person can do about that. */
export function receiverRow(page: Page, words: string): Locator {
  return page.getByRole('table', { name: 'Receivers' }).getByRole('row').filter({ hasText: words })
}

export function outcome(page: Page, words: string | RegExp): Locator {
  return page.getByRole('heading', { level: 2, name: words })
}

/** Skips the pauses between refreshes of a run's page until the expected content is shown. */
export async function expectEventually(expected: Locator): Promise<void> {
  const isVisible = () => expected.isVisible()
  await lookUntil(expected.page(), isVisible, String(expected))
}

export async function lookUntil(
  page: Page,
  isThere: () => Promise<boolean>,
  message: string,
): Promise<void> {
  const look = async () => {
    await page.clock.fastForward(LONGEST_PAUSE_MS)
    return isThere()
  }
  await expect.poll(look, { ...LONG, intervals: [50], message }).toBe(true)
}
