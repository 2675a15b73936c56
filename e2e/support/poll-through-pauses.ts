import { expect, type Page } from '@playwright/test'

/** Polls while the page's clock moves on, so that the pauses between its attempts end. */
export const pollThroughPauses = (page: Page, read: () => unknown, timeout?: number) =>
  expect.poll(
    async () => {
      await page.clock.runFor(1_000)
      return read()
    },
    { intervals: [50], timeout },
  )
