import type { Locator, Page } from '@playwright/test'
import { expect } from './redial-with-receivers.ts'

/** For what takes as long as a run, which sends at its receivers' pace. */
export const LONG = { timeout: 60_000 }

/** A run's page looks for news at least so often. */
const LONGEST_PAUSE_MS = 5_000

/** The failed call of this number, as `listFailures` counts them from the first that failed. */
export function rowOf(page: Page, number: number): Locator {
  return page.getByRole('row').filter({ hasText: `Company ${number}.` })
}

export function outcome(page: Page, words: string | RegExp): Locator {
  return page.getByRole('heading', { level: 2, name: words })
}

/** Ends the pauses between the looks of a run's page until it shows what is expected. */
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
